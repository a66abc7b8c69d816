"""Pictures drawn by the server: charts and QR codes."""
