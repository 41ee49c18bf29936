"""Invariants of every state: each card and ticket in one place, every count right."""

from __future__ import annotations

from trunkline.rules.state import OVER, UNDECIDED, State
from trunkline.rules.turn import IDLE_ROUNDS


def unsound(state: State) -> list[str]:
    """The reasons why a state is impossible, as sentences; none for a sound state.

    Chapters check from the last to the first, until one finds a problem: the first ones (cards, tickets) count what
    the others hold.
    """
    board = state.board
    wrong: list[str] = []
    numbers = board.numbers
    players = len(state.players)
    if not numbers.least_players <= players <= numbers.most_players:
        wrong.append(f"the map is for {numbers.least_players} to {numbers.most_players} players")
    if not 0 <= state.phase < len(board.of_phase) or board.of_phase[state.phase].chapter not in board.chapters:
        wrong.append("there is no such phase")
    if not 0 <= state.seat < players:
        wrong.append(f"there is no seat {state.seat}: seats are counted from 0")
    if wrong:
        return wrong
    for name, number in (("turn", state.turn), ("passes", state.passes), ("idle_turns", state.idle_turns)):
        if number < 0:
            wrong.append(f"{name} is below 0")
    if state.turns_left < UNDECIDED or (state.turns_left == 0 and state.phase != OVER):
        wrong.append("turns_left is null, or at least 1 while the game goes on")
    if state.idle_turns >= IDLE_ROUNDS * players and state.phase != OVER:
        wrong.append(f"nothing has changed for {IDLE_ROUNDS} rounds: the game would have ended")
    for seat in range(players):
        player = state.players[seat]
        for card in range(board.cards):
            if player.known[card] > player.hand[card]:
                wrong.append(f"seat {seat} is known to hold more {board.card_names[card]} cards than it does")
    steps = [0, *[int(step.number) for step in board.claim_steps]]
    if state.claim_step not in steps or not 0 <= state.claim_route < board.routes:
        wrong.append("the claim that waits for an answer has no such step or route")
    if board.all_choose[state.phase]:
        chapter = board.of_phase[state.phase].chapter
        if all(chapter.has_chosen(state, seat) for seat in range(players)):
            wrong.append(f"all have chosen, so the {board.phase_names[state.phase]} is over")
    for number in range(len(board.chapters)):
        if not wrong:
            wrong = board.chapters[len(board.chapters) - 1 - number].check(state)
    return wrong
