"""The OpenAPI document describes the interface as it is: requests made from it are answered as it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from conftest import FULL
from server.guests import Guest, Running, sqlite_at

EXAMPLES = 60 if FULL else 4
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path_factory.mktemp("schema"))) as server:
        yield server


def test_every_route_is_documented(running: Running) -> None:
    document = Guest(running).get("/schema/openapi.json")
    routes = {
        (method.upper(), path): operation
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    }
    assert len(routes) >= 39
    for (method, path), operation in routes.items():
        assert operation.get("description"), (method, path)
        assert {"400", "401", "403", "404", "409", "429"} <= set(operation["responses"]), (method, path)
        if method in ("PUT", "POST") and path.rsplit("/", 1)[-1] not in (
            "leave",
            "start",
            "close",
            "code",
            "found",
            "host",
        ):
            assert "requestBody" in operation, (method, path)


def test_answers_are_as_documented(running: Running) -> None:
    """Random requests from the document, by a guest who sits at a table: no errors of ours, and only known forms."""
    document = Guest(running).get("/schema/openapi.json")
    guest = Guest(running, "Schema")
    table = guest.open(seats=["me", "me"])
    guest.post(f"/api/tables/{table}/start")
    # A stream does not end by itself; the others would end the session or the game of this test.
    for path in ("/api/tables/{table_id}/events", "/api/session", "/api/account", "/api/tables/{table_id}/abort"):
        document["paths"].pop(path)
    document["paths"]["/api/me"].pop("delete")
    schema = schemathesis.openapi.from_dict(document)
    cookies = dict(guest.http.cookies)
    tried = 0

    def try_out(operation: Any) -> None:
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def run(case: Any) -> None:
            nonlocal tried
            # Half of the requests are about something that is there.
            if "table_id" in case.path_parameters and tried % 2:
                case.path_parameters["table_id"] = table
            tried += 1
            case.call_and_validate(base_url=running.url, cookies=cookies, checks=CHECKS, timeout=20)

        run()

    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        try_out(result.ok())
    assert tried > 100
    assert guest.get("/health")["status"] == "ok"
