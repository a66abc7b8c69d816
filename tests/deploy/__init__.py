"""What lies in deploy/, tried with the programs of Debian: `make test-deploy`."""
