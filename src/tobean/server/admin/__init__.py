"""What whoever runs a server does about it while it runs: backups, checks, closing, deleting."""
