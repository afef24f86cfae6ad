"""Results stay what they were, to the last card, unless a game's version is raised."""

from __future__ import annotations

import json

import pytest
from regenerate import FOLDER, REPLAYS, digests, replays

from simlab.games import playable


def test_every_game_of_its_own_has_golden_replays() -> None:
    assert set(REPLAYS) == set(playable()) - {"toy"}


@pytest.mark.parametrize("game", REPLAYS)
def test_replays(game: str) -> None:
    assert replays(game).splitlines() == (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", REPLAYS)
def test_first_deals(game: str) -> None:
    golden = json.loads((FOLDER / f"{game}.json").read_text())
    assert digests(game) == golden, f"results of {game} changed: regenerate the golden files and raise its version"


def test_golden_replays_hold_what_is_rare() -> None:
    told = (FOLDER / "koikoi.jsonl").read_text(encoding="utf-8")
    for rare in ('"event": "lucky_hand"', '"event": "redeal"', '"action": "koikoi"', '"take_turned"', '"end": "draw"'):
        assert rare in told
