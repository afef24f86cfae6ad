"""``python -m simlab.cli``."""

from simlab.cli import main

main()
