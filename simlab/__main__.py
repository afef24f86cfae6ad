"""``python -m simlab``."""

from simlab.cli import main

main()
