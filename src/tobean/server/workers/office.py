"""Earlier name of `pool_server`, which a running supervisor of the version before starts on SIGHUP."""

from tobean.server.workers.pool_server import main

if __name__ == "__main__":
    main()
