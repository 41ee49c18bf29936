"""Tables: the game at a table, from its seats to the messages to each client."""
