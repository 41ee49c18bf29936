"""Serves the built page: its static files, with compression, ETags and cache headers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from litestar import HttpMethod, Response, route

import trunkline
from trunkline.server.http.guard import Asked
from trunkline.server.refusal import RequestRefused

INDEX = "index.html"
PRECOMPRESSED = {"br": ".br", "gzip": ".gz"}
"""Content encodings, best first, and the suffix of the precompressed file."""
HASHED = re.compile(r"^assets/.*[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
"""File names with a content hash: their content never changes."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

# Paths of the API: an unknown path below these is a 404, never the page.
PROGRAMS = ("api", "schema", "ws", "health", "metrics")

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}

DOOR = """Trunkline: an open platform for route-claiming railway board games.

The server is running, but its page has not been built. To build it in a checkout, with Node.js:

  cd web
  npm ci
  npm run build

Then load this address again. Programs need no page:

  API schema          /schema/openapi.json
  maps                /api/maps
  public tables       /api/tables
  health              /health
"""


@dataclass(frozen=True)
class PageFile:
    """One file with its precompressed variants."""

    name: str
    plain: bytes
    compressed: dict[str, bytes]

    @cached_property
    def tag(self) -> str:
        return sha256(self.plain).hexdigest()[:24]

    @property
    def headers(self) -> dict[str, str]:
        return {
            "Content-Type": TYPES.get(Path(self.name).suffix, "application/octet-stream"),
            "Cache-Control": FOR_EVER if HASHED.match(self.name) else ASK_AGAIN,
            "Vary": "Accept-Encoding",
        }


@dataclass
class Page:
    """A folder of files, held in memory; read again when its index changes."""

    folder: Path
    files: dict[str, PageFile] = field(default_factory=dict)
    read_at: int | None = None
    """Modification time of the index that was read."""

    def look(self) -> dict[str, PageFile]:
        """All files by name; none if the page is not built."""
        try:
            built = (self.folder / INDEX).stat().st_mtime_ns
        except OSError:
            return {}
        if built != self.read_at:
            self.files = self.read()
            self.read_at = built
        return self.files

    def read(self) -> dict[str, PageFile]:
        there = {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }
        copies = {name + ending for name in there for ending in PRECOMPRESSED.values()}
        return {
            name: PageFile(
                name,
                contents,
                {way: there[name + ending] for way, ending in PRECOMPRESSED.items() if name + ending in there},
            )
            for name, contents in there.items()
            if name not in copies
        }

    def find(self, path: str) -> PageFile | None:
        """The file of a path. A client-side route such as /table/abc is the index."""
        files = self.look()
        name = path.strip("/")
        if name in files:
            return files[name]
        # A missing asset belonged to an older build: answer 404, not the index.
        return None if "." in name.rpartition("/")[2] or name.startswith("assets/") else files.get(INDEX)


PAGE = Page(Path(trunkline.__file__).parent / "page")


def accepted(header: str) -> list[str]:
    """The content encodings that a client accepts, best first.

    >>> accepted("gzip, deflate, br;q=0.9"), accepted("br;q=0, *"), accepted("")
    (['br', 'gzip'], ['gzip'], [])
    """
    wishes: dict[str, bool] = {}
    for part in header.lower().split(","):
        way, _, weight = part.partition(";")
        wishes[way.strip()] = re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight) is None
    return [way for way in PRECOMPRESSED if wishes.get(way, wishes.get("*", False))]


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
)
async def get_page(request: Asked) -> Response[bytes]:
    """A file of the page, or the page itself."""
    path = str(request.scope["path"])
    if path.strip("/").partition("/")[0] in PROGRAMS:
        raise RequestRefused("no_such_page", {}, 404)
    found = PAGE.find(path)
    if found is None:
        if path.strip("/") or PAGE.look():
            raise RequestRefused("no_such_page", {}, 404)
        return Response(DOOR.encode(), headers={"Content-Type": TYPES[".txt"], "Cache-Control": ASK_AGAIN})
    headers = found.headers
    body = found.plain
    tag = found.tag
    for way in accepted(request.headers.get("accept-encoding", "")):
        if way in found.compressed:
            body = found.compressed[way]
            headers["Content-Encoding"] = way
            # Each encoding needs an ETag of its own.
            tag += f"-{way}"
            break
    headers["ETag"] = f'"{tag}"'
    if any(
        each.strip().removeprefix("W/") == headers["ETag"]
        for each in request.headers.get("if-none-match", "").split(",")
    ):
        return Response(b"", status_code=304, headers={key: headers[key] for key in ("ETag", "Cache-Control", "Vary")})
    if request.method == HttpMethod.HEAD:
        return Response(b"", headers={**headers, "Content-Length": str(len(body))})
    return Response(body, headers=headers)


ROUTES = [get_page]
