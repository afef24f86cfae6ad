"""One command a user's verb. What they do is done by the functions that ``import simlab`` has."""

from simlab.cli.commands import playing, questions, sanma
from simlab.cli.commands.app import app

__all__ = ["app", "playing", "questions", "sanma"]
