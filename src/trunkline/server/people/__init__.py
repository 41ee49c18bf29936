"""People: accounts, logins, names and ratings."""
