"""Tables: the game at a table, from its seats to what each client is told."""
