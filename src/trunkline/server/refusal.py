"""Refusal: a request that changed nothing, with a code and parameters that a person can be told."""

from __future__ import annotations

from collections.abc import Mapping


class Refusal(Exception):
    """Why a request was refused; `status` is for answers over HTTP."""

    def __init__(self, code: str, params: Mapping[str, object] | None = None, status: int = 409) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
        self.status = status
