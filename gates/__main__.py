"""``python -m gates``: the command line."""

import sys

from gates.cli import main

sys.exit(main())
