"""The laboratory: measures the engine and the bots, in simulation and against the clock."""
