"""For operators: metrics, logs and the address on the local network."""
