"""What a viewer is sent about a table."""
