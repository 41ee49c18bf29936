"""The engine: the complete rules over packed integers, compiled ahead of time. It imports no other package of ours."""
