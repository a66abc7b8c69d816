"""Earlier name of `tobean.server.member_process`, which a running supervisor of the version before starts on SIGHUP."""

import runpy


def main() -> None:
    runpy.run_module("tobean.server.member_process", run_name="__main__")


if __name__ == "__main__":
    main()
