"""HTTP and WebSocket: protocols, routes, rate limits and the files of the page."""
