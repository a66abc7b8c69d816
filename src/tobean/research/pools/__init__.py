"""Worker pools that run many jobs: on processes of this machine or on a Ray cluster."""
