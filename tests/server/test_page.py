"""The page for people: files of its build, addresses of its own, caching, and the safety of what it may load."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.guests import Running, sqlite_at
from trunkline.server.http.page import PAGE

SCRIPT = b"console.log('trains');"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path_factory.mktemp("page"))) as server:
        yield server


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as the build of the page leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Trunkline</title>")
    (tmp_path / "assets" / "main-DiwrgTda.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "main-DiwrgTda.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets" / "main-DiwrgTda.js.br").write_bytes(b"as if by brotli")
    (tmp_path / "sw.js").write_text("// notices")
    (tmp_path.parent / "secret.txt").write_text("not for anybody")
    monkeypatch.setattr(PAGE, "folder", tmp_path)
    monkeypatch.setattr(PAGE, "read_at", None)
    return tmp_path


def test_without_a_build_the_door_says_how_to_make_one(
    running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PAGE, "folder", tmp_path / "nothing")
    answer = httpx.get(f"{running.url}/")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    assert "npm run build" in answer.text
    assert httpx.get(f"{running.url}/table/abc").status_code == 404


@pytest.mark.parametrize("path", ["/", "/table/abc", "/table/abc?at=7", "/people/x/games", "/index.html"])
def test_addresses_of_the_page_are_the_page(running: Running, built: Path, path: str) -> None:
    answer = httpx.get(running.url + path)
    assert answer.status_code == 200 and "<title>Trunkline" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    again = httpx.get(running.url + path, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304 and again.content == b"" and again.headers["etag"] == answer.headers["etag"]
    head = httpx.head(running.url + path)
    assert head.status_code == 200 and int(head.headers["content-length"]) == len(answer.content)


def test_the_page_may_load_nothing_from_elsewhere(running: Running, built: Path) -> None:
    policy = httpx.get(f"{running.url}/").headers["content-security-policy"]
    said = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert said["default-src"] == said["script-src"] == said["connect-src"] == "'self'"
    assert said["img-src"] == "'self' data:" and said["style-src"] == "'self' 'unsafe-inline'"
    assert said["frame-ancestors"] == said["object-src"] == said["base-uri"] == "'none'"


def test_files_with_a_digest_in_their_name_are_kept_for_ever(running: Running, built: Path) -> None:
    url = f"{running.url}/assets/main-DiwrgTda.js"
    plain = httpx.get(url, headers={"Accept-Encoding": "identity"})
    assert plain.content == SCRIPT and "content-encoding" not in plain.headers
    assert plain.headers["content-type"].startswith("text/javascript")
    assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
    zipped = httpx.get(url, headers={"Accept-Encoding": "gzip"})
    assert zipped.content == SCRIPT and zipped.headers["content-encoding"] == "gzip"
    assert zipped.headers["vary"] == "Accept-Encoding" and zipped.headers["etag"] != plain.headers["etag"]
    with httpx.stream("GET", url, headers={"Accept-Encoding": "gzip, deflate, br"}) as best:
        assert best.headers["content-encoding"] == "br"
        assert b"".join(best.iter_raw()) == b"as if by brotli"
    assert httpx.get(f"{running.url}/sw.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/main-00000000.js", "/assets/none", "/favicon.ico", "/assets/main-DiwrgTda.js.gz",
        "/../secret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt",
    ],
)  # fmt: skip
def test_what_is_no_file_of_the_page_is_not_found(running: Running, built: Path, path: str) -> None:
    with httpx.Client() as client:
        # Sent as it is: a library would tidy such an address up.
        request = client.build_request("GET", running.url)
        request.url = request.url.copy_with(raw_path=path.encode())
        answer = client.send(request)
    assert answer.status_code == 404 and answer.json()["code"] == "no_such_page"


@pytest.mark.parametrize("path", ["/api/nothing", "/api", "/ws/more", "/health/more", "/metrics/x"])
def test_programs_never_get_the_page_by_mistake(running: Running, built: Path, path: str) -> None:
    answer = httpx.get(running.url + path)
    assert answer.status_code == 404 and answer.json() == {"code": "no_such_page", "params": {}}


def test_a_new_build_is_seen_at_once(running: Running, built: Path) -> None:
    assert "<title>Trunkline" in httpx.get(f"{running.url}/").text
    index = built / "index.html"
    index.write_text("<!doctype html>newer")
    os.utime(index, ns=(1, index.stat().st_mtime_ns + 1_000_000))
    assert httpx.get(f"{running.url}/").text == "<!doctype html>newer"
