"""WebSocket connections of viewers to tables: the endpoint, the messages from clients, and what is sent to them."""
