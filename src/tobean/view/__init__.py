"""What one seat may know: observations, and tables that this seat cannot tell from the real one."""
