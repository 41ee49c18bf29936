"""`python -m trunkline` is the command `trunkline`."""

from trunkline.cli import main

if __name__ == "__main__":
    main()
