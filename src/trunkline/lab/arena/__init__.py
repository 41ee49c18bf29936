"""The arena: bots against each other on the same deals with rotated seats, and what that proves."""
