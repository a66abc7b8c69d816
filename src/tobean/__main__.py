"""`python -m tobean` is the command `tobean`."""

import sys

from tobean.cli.main import main

sys.exit(main())
