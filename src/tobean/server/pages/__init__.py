"""The pages around the table: links and forms that work without JavaScript."""
