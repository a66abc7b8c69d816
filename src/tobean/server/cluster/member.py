"""Earlier name of `member_process`, which a running supervisor of the version before starts on SIGHUP."""

from __future__ import annotations

from tobean.server.cluster.member_process import main

if __name__ == "__main__":
    main()
