"""WebSocket connections of viewers."""
