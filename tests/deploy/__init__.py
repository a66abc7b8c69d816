"""Reverse proxies, systemd unit and lock file from deploy/, run with Debian's programs (`make test-deploy`)."""
