"""The bots: each sees a view and the legal actions, never the game; compiled like the rules."""
