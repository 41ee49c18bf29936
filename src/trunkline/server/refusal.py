"""The exception for a refused request, which changed nothing: a code and parameters that a person can be told."""

from __future__ import annotations

from collections.abc import Mapping


class RequestRefused(Exception):
    """Why a request was refused; `status` is for answers over HTTP."""

    def __init__(self, code: str, params: Mapping[str, object] | None = None, status: int = 409) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
        self.status = status
