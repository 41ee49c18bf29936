"""For whoever runs the server: metrics, logs and the address on the local network."""
