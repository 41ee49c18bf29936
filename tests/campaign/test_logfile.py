"""The file of a campaign: what is damaged is refused or dropped, and never misread."""

from __future__ import annotations

import os
import random
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from campaign.made_up import founders, lots_of, next_entries, play_out
from conftest import FULL
from trunkline.campaign.actions import HOST, act, found, what_follows
from trunkline.campaign.checks import fits
from trunkline.campaign.entries import AnyEntry, Chartered, Founded, Removed, Seated
from trunkline.campaign.fold import fold
from trunkline.campaign.logfile import BadCampaignFile, CampaignFile, fold_checked, read_lines, to_lines
from trunkline.campaign.running import running_game
from trunkline.campaign.state import OVER, digest


def write(path: Path, seed: int, entries: int) -> bytes:
    _, log = play_out(seed, 3, entries)
    data = b"".join(to_lines(log[:entries]))
    path.write_bytes(data)
    return data


def test_a_file_reads_as_it_was_written(tmp_path: Path) -> None:
    campaign, log = play_out(5, 3)
    path = tmp_path / "line.jsonl"
    assert isinstance(log[0], Founded)
    file = CampaignFile.create(path, log[0])
    file.append(log[1:40])
    file.append(log[40:])
    again = CampaignFile.read(path)
    assert again.entries == log and not again.warning
    assert digest(again.campaign) == digest(file.campaign) == digest(campaign)


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    _, log = play_out(5, 2, 3)
    path = tmp_path / "line.jsonl"
    path.write_text("something else")
    assert isinstance(log[0], Founded)
    with pytest.raises(BadCampaignFile, match="exists already"):
        CampaignFile.create(path, log[0])
    assert path.read_text() == "something else"


def read(data: bytes) -> list[AnyEntry]:
    """The entries of a file's bytes, checked as `CampaignFile.read` does."""
    entries, _, _ = read_lines(data, "file")
    fold_checked(entries, "file")
    return entries


def test_a_file_cut_anywhere_is_read_up_to_the_cut(tmp_path: Path) -> None:
    data = write(tmp_path / "line.jsonl", 7, 12)
    whole = read(data)
    for cut in range(len(data)):
        lines = data[:cut].count(b"\n")
        try:
            entries = read(data[:cut])
        except BadCampaignFile:
            assert lines == 0
            continue
        assert entries == whole[: len(entries)]
        assert len(entries) in (lines, lines + 1)


def test_an_incomplete_last_line_is_dropped_with_a_warning_and_the_file_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "line.jsonl"
    data = write(path, 7, 12)
    ends = [place for place, byte in enumerate(data) if byte == ord("\n")]
    for cut in (ends[5], ends[5] + 1, ends[5] + 2, ends[6] - 1, len(data) - 1):
        path.write_bytes(data[:cut])
        assert CampaignFile.read(path).entries == read(data)[: len(CampaignFile.read(path).entries)]
        assert path.read_bytes() == data[:cut], "reading repairs nothing"
        with CampaignFile.take(path) as file:
            assert bool(file.warning) == (cut in (ends[5] + 2, ends[6] - 1))
            file.append(read(data)[len(file.entries) :])
        assert path.read_bytes() == data
        assert not CampaignFile.read(path).warning


def test_a_file_with_any_byte_changed_is_never_misread(tmp_path: Path) -> None:
    """One other byte at each place; with the full size every bit, and some further bytes."""
    data = write(tmp_path / "line.jsonl", 8, 10)
    whole = read(data)
    chance = random.Random(3)
    for place, byte in enumerate(data):
        others = {chance.choice([other for other in b'0a"} \n\xff' if other != byte])}
        if FULL:
            others |= {byte ^ (1 << bit) for bit in range(8)} | set(b'0a"} \n\xff') - {byte}
        for other in others:
            with suppress(BadCampaignFile):
                entries = read(data[:place] + bytes([other]) + data[place + 1 :])
                assert entries == whole[: len(entries)]
                # Only the end of the file can be dropped: damage before it is refused.
                assert len(entries) >= len(whole) - 1


def test_a_damaged_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "line.jsonl"
    data = write(path, 8, 10)
    last = data.rindex(b"\n", 0, -1) + 1
    for place in range(0, last, 1 if FULL else 97):
        damaged = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        path.write_bytes(damaged)
        with pytest.raises(BadCampaignFile, match=r"line.jsonl:\d+: "), CampaignFile.take(path):
            pass
        assert path.read_bytes() == damaged


def test_a_file_holds_no_later_draw(tmp_path: Path) -> None:
    """Each key is made for one entry; that of the deal is not in the file, so a copy of the file deals another game."""
    given: list[str] = []

    def fresh_lots() -> str:
        given.append(os.urandom(32).hex())
        return given[-1]

    path = tmp_path / "line.jsonl"
    file = CampaignFile.create(path, found("A line", founders(3), "2", fresh_lots))
    file.append(act(file.campaign, HOST, "seat blue red green", fresh_lots))
    in_file = [key for key in given if key in path.read_text("utf-8")]
    assert in_file == [each.lots for each in file.entries if isinstance(each, Founded | Seated)] == given
    dealt = running_game(file, fresh_lots)
    assert len(given) == len(in_file) + 1 and given[-1] not in path.read_text("utf-8")
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(path.read_bytes())
    again = running_game(CampaignFile.read(copy), fresh_lots)
    assert again.position() != dealt.position()
    assert running_game(CampaignFile.read(path), fresh_lots).position() == dealt.position()


def test_a_file_is_taken_by_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "line.jsonl"
    write(path, 7, 3)
    refused = pytest.raises(BadCampaignFile, match="played by another process")
    with CampaignFile.take(path), refused, CampaignFile.take(path):
        pass
    with CampaignFile.take(path) as file:
        assert len(file.entries) == 3


def test_a_disk_that_refuses_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full after some bytes: the file and the campaign are as before."""
    path = tmp_path / "line.jsonl"
    data = write(path, 7, 3)
    _, log = play_out(7, 3, 12)

    def full(number: int, rest: bytes) -> int:
        if len(rest) > 100:
            return real(number, rest[:100])
        raise OSError(28, "No space left on device")

    real = os.write
    with CampaignFile.take(path) as file:
        before = digest(file.campaign)
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(BadCampaignFile, match="No space left"):
            file.append(log[3:6])
        monkeypatch.undo()
        assert path.read_bytes() == data
        assert digest(file.campaign) == before
        file.append(log[3:6])
    assert CampaignFile.read(path).entries == log[:6]


def test_a_campaign_goes_on_from_every_line(tmp_path: Path) -> None:
    """A log whose last write was cut short between two lines is completed and goes on to the next game."""
    _, log = play_out(11, 4, 60)
    chance = random.Random(5)
    make_lots = lots_of(chance)
    for lines in range(1, len(log)):
        entries = log[:lines]
        campaign = fold_checked(entries, "file")
        after = what_follows(campaign, entries[-1], make_lots)
        seated = 0
        while seated < 2:
            for entry in after:
                assert fits(campaign, entry), (lines, entry)
                fold(campaign, entry)
                seated += isinstance(entry, Seated)
            if campaign.stage == OVER:
                break
            after = next_entries(campaign, chance, make_lots)


@pytest.mark.parametrize("line", [1, 4, 8])
def test_a_missing_or_repeated_line_is_refused_with_its_number(tmp_path: Path, line: int) -> None:
    path = tmp_path / "line.jsonl"
    lines = write(path, 9, 12).splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:line] + lines[line + 1 :]))
    with pytest.raises(BadCampaignFile, match=rf":{line + 1}: a line is missing"):
        CampaignFile.read(path)
    path.write_bytes(b"".join([*lines[: line + 1], lines[line], *lines[line + 1 :]]))
    with pytest.raises(BadCampaignFile, match=f":{line + 2}: "):
        CampaignFile.read(path)


def test_a_line_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "line.jsonl"
    data = write(path, 9, 3)
    path.write_bytes(data.replace(b'"campaign":1', b'"campaign":2', 1))
    with pytest.raises(BadCampaignFile, match=":1: this is of format 2"):
        CampaignFile.read(path)


def test_unknown_content_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "line.jsonl"
    _, log = play_out(9, 2, 1)
    path.write_bytes(b"".join(to_lines([msgspec.structs.replace(log[0], content="99")])))
    with pytest.raises(BadCampaignFile, match=":1: there is no content version"):
        CampaignFile.read(path)


def test_an_entry_that_cannot_follow_is_refused_though_its_digest_is_right(tmp_path: Path) -> None:
    path = tmp_path / "line.jsonl"
    _, log = play_out(9, 3, 12)
    for forged in (Chartered("blue", "PS"), Removed("milk-run", "blue"), log[0], log[2]):
        path.write_bytes(b"".join(to_lines([*log[:3], forged])))
        with pytest.raises(BadCampaignFile, match=":4: the entry"):
            CampaignFile.read(path)
