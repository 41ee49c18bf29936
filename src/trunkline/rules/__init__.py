"""The engine: the complete rules over packed integers, compiled ahead of time; it imports nothing of ours above it."""
