"""Sections of Koi-Koi's RULES.md."""

from __future__ import annotations

DEAL, TURN, YAKU_TABLE, GAME = "The deal", "A turn", "Yaku", "The game"
POINT_OPTIONS, CALLING, DEALING = "Options: points", "Options: calling and ending", "Options: dealing"
