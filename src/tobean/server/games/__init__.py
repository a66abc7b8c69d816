"""Contributions of game packages to the pages: scripts, styles, pictures, templates and colours."""
