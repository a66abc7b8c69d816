"""Pages other than the table itself: plain links and forms that work without JavaScript."""
