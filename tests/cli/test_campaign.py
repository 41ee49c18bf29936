"""`trunkline campaign simulate`: tables that fit a terminal, JSON, the same by the seed, and clear refusals."""

from __future__ import annotations

import json

import pytest

from cli.person import Run

QUICK = ("campaign", "simulate", "--bots", "random", "--companies", "3", "--campaigns", "2", "--workers", "1")


def test_the_tables(run: Run) -> None:
    done = run(*QUICK)
    assert done.code == 0
    assert "2 campaigns of 3 companies" in done.out
    assert len([line for line in done.out.splitlines() if line.split()[:1] and line.split()[0].isdigit()]) >= 12
    assert "…" not in done.out, "nothing is cut off at 80 columns"
    assert "founded as number 3" in done.out
    assert "Territories chartered: BR 100 %" in done.out
    assert "Never seen: " in done.out


def test_json_repeats_by_the_seed(run: Run) -> None:
    first, again, other = (run(*QUICK, "--json", "--seed", seed).out for seed in ("a", "a", "b"))
    assert first == again != other
    report = json.loads(first)
    assert (report["companies"], report["campaigns"], len(report["games"])) == (3, 2, 12)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "nobody"), "nobody"),
        (("--bots", "random,greedy"), "3 players need one bot for all or one each"),
        (("--companies", "6"), "less than or equal to 5"),
    ],
)
def test_bad_wishes_are_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run(*QUICK, *words)
    assert done.code != 0
    assert said in done.err
    assert "Traceback" not in done.err
