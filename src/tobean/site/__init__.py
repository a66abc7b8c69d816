"""The whole game as a folder of static files: `tobean site` writes it, and the browser runs the sessions itself."""
