"""Campaigns on the server: a row like that of a table, a log of entries, and games that are ordinary tables."""
