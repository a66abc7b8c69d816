"""What browsers fetch besides pages: put together when the server starts, named by its content, and packed."""
