"""Why an action is refused: the reasons that every board has. Chapters have their own."""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.rules.actions import LARGEST_CODE, ActionList, kind_of, to_text
from trunkline.rules.board import Board
from trunkline.rules.chapter import Refusal
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import legal, may_act


def explain(state: State, seat: i64, code: i64) -> Refusal | None:
    """Why the seat may not take the action now; None if it may."""
    actions = ActionList()
    legal(state, seat, actions)
    if actions.has(code):
        return None
    board = state.board
    if state.phase == OVER:
        return Refusal("game_over", {})
    if not may_act(state, seat):
        if board.all_choose[state.phase]:
            return Refusal(board.of_phase[state.phase].chapter.already_chosen(), {})
        return Refusal("not_your_turn", {"seat": int(state.seat)})
    if not is_readable(board, code):
        return Refusal("no_such_action", {"action": int(code)})
    kind = kind_of(code)
    if state.phase not in board.phases_of_kind[kind]:
        return Refusal("not_now", {"phase": board.phase_names[state.phase], "action": to_text(board, code)})
    return board.of_kind[kind].chapter.refuse(state, seat, code)


def is_readable(board: Board, code: i64) -> bool:
    """Whether the code is one that this board could ever list: no stray bits, nothing out of range."""
    return (
        0 <= code <= LARGEST_CODE
        and kind_of(code) < len(board.of_kind)
        and board.of_kind[kind_of(code)].chapter.is_code(board, code)
    )
