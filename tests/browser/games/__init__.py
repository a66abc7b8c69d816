"""Complete games on the page, and pages of installed games."""
