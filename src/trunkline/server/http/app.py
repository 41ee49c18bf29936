"""The Litestar application: routes, middleware, error handlers and lifespan."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.config.app import AppConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp, Message, Receive, Scope, Send

import trunkline
from trunkline.server.http import (
    page,
    routes_campaigns,
    routes_me,
    routes_play,
    routes_records,
    routes_server,
    routes_tables,
)
from trunkline.server.http.guard import (
    COOKIE,
    LEFT,
    Asked,
    Asker,
    before_request,
    identify,
    on_error,
    on_http_error,
    on_refusal,
    on_store_down,
    on_unreadable,
    services_of,
)
from trunkline.server.http.rate_limits import BODY
from trunkline.server.http.websocket import talk
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import Services
from trunkline.server.settings import Settings
from trunkline.server.store.store import StoreDown

log = logging.getLogger("trunkline.http")

SAFE_SOURCES = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        # Includes the WebSocket: same host and port.
        "connect-src 'self'",
        "img-src 'self' data:",
        # The SVG of the board sets positions and colours as style attributes.
        "style-src 'self' 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
"""Content-Security-Policy of the page."""
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"content-security-policy", SAFE_SOURCES.encode()),
]
DESCRIPTION = """Tables, games and people of a Trunkline server. Who asks is told by the cookie `trunkline`, which the
first `POST /api/me` sets, or by `Authorization: Bearer` with a bot token. A refusal is JSON with a `code` and the
`params` of its sentence. Live play goes over the WebSocket at `/ws`; docs/server.md describes its messages."""


def make_app(settings: Settings) -> Litestar:
    """The application of a server with these settings."""

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        if hasattr(app.state, "services"):
            # Opened by the caller, who closes it.
            yield
            return
        services = await Services.open(settings)
        app.state.services = services
        try:
            yield
        finally:
            await services.close()

    async def provide_services(request: Asked) -> Services:
        return services_of(request)

    async def provide_asker(request: Asked) -> Asker:
        return await identify(request)

    return Litestar.from_config(
        AppConfig(
            route_handlers=[
                *routes_server.ROUTES,
                *routes_me.ROUTES,
                *routes_tables.ROUTES,
                *routes_play.ROUTES,
                *routes_records.ROUTES,
                *routes_campaigns.ROUTES,
                *page.ROUTES,
                talk,
            ],
            dependencies={"services": Provide(provide_services), "asker": Provide(provide_asker)},
            before_request=before_request,
            exception_handlers={
                RequestRefused: on_refusal,
                StoreDown: on_store_down,
                RecursionError: on_unreadable,
                UnicodeDecodeError: on_unreadable,
                HTTPException: on_http_error,
                Exception: on_error,
            },
            middleware=[watched],
            lifespan=[living],
            request_max_body_size=BODY,
            openapi_config=OpenAPIConfig(
                title="Trunkline",
                version=trunkline.__version__,
                description=DESCRIPTION,
                path="/schema",
                render_plugins=[JsonRenderPlugin()],
                use_handler_docstrings=True,
                components=Components(
                    security_schemes={
                        "cookie": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
                        "token": SecurityScheme(type="http", scheme="bearer"),
                    }
                ),
                security=[{}, {"cookie": []}, {"token": []}],
            ),
            # We log errors ourselves; Litestar would log them twice.
            logging_config=None,
            debug=False,
        )
    )


def watched(app: ASGIApp) -> ASGIApp:
    """Middleware: metrics, log and security headers. Neither query strings nor bodies are logged."""

    async def watch(scope: Scope, receive: Receive, send: Send) -> None:
        method = str(scope.get("method", ""))
        if not method:
            await app(scope, receive, send)
            return
        began = time.monotonic()
        status = 500

        async def receiving() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                scope[LEFT] = True  # type: ignore[literal-required]
            return message

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers: list[Any] = list(message.get("headers", []))
                headers += HEADERS
                if str(scope["path"]).startswith("/api/"):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        try:
            await app(scope, receiving, sending)
        finally:
            seconds = time.monotonic() - began
            metrics = scope["litestar_app"].state.services.metrics
            metrics.requests.add(method=method if method in METHODS else "other", status=f"{status // 100}xx")
            metrics.request_seconds.observe(seconds)
            facts = {"method": method, "path": scope["path"], "status": status, "ms": round(seconds * 1000, 1)}
            log.info("request", extra=facts)

    return watch


METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
