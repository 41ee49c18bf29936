"""The export of one's own data: all of it, nobody else's, and no secret."""

from __future__ import annotations

import json
import random

import pytest

from server.guests import Guest, Refused, Running, play_on, watching

PASSWORD = "correct horse battery"


def test_everything_that_is_kept_of_a_person_and_nothing_of_others(database_url: str) -> None:
    with Running(database_url) as running:
        owner, other = Guest(running, "Owner"), Guest(running, "Neighbour")
        owner.post("/api/account", name="Owner", password=PASSWORD)
        token = owner.post("/api/tokens", label="my bot")
        owner.post("/api/mutes", person=other.id)
        tables = []
        for _ in range(2):
            tables.append(owner.open(seats=["me", "open"], first=1))
            other.post(f"/api/tables/{tables[-1]}/join")
            owner.post(f"/api/tables/{tables[-1]}/start")
        play_on(watching(tables[0], [owner, other]), random.Random(3))
        owner.post(f"/api/tables/{tables[0]}/say", text="good game")
        other.post(f"/api/tables/{tables[0]}/say", text="nothing of yours")
        owner.put(f"/api/tables/{tables[1]}/premove", seat=0, actions=["draw deck then draw deck"])
        answer = owner.http.get("/api/me/data")
        assert answer.headers["content-type"].startswith("application/json")
        assert "attachment" in answer.headers["content-disposition"]
        found = answer.json()
        assert found["person"]["name"] == "Owner" and found["person"]["kind"] == "account"
        assert len(found["sessions"]) == 1 and [each["label"] for each in found["tokens"]] == ["my bot"]
        assert found["muted"] == [{"id": other.id, "name": "Neighbour"}]
        assert [each["table"] for each in found["results"]] == tables[:1]
        assert [(each["table"], each["status"]) for each in found["tables"]] == [
            (tables[0], "over"),
            (tables[1], "playing"),
        ]
        assert owner.get(found["tables"][0]["record"])
        assert found["tables"][1]["seats"][0]["premoves"] == ["draw deck then draw deck"]
        assert [line["text"] for line in found["chat"]] == ["good game"]
        secrets = [token["secret"], "hash", "argon2", "secret", "luck", "nothing of yours"]
        assert not any(secret in json.dumps(found) for secret in secrets)
        # A guest has data too; nobody and a bot have none to see.
        assert other.get("/api/me/data")["person"]["kind"] == "guest"
        with pytest.raises(Refused, match="who_are_you"):
            Guest(running).get("/api/me/data")
        with pytest.raises(Refused, match="not_by_token"):
            Guest(running, token=token["secret"]).get("/api/me/data")
