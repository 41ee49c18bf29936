"""The lab: simulation, the arena and the bench."""
