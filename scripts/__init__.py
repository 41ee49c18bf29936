"""What `run.py` does: the environment, the start and the checks. Standard library only, Python 3.11 or newer."""
