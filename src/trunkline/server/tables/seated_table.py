"""A table without its game: who sits at it, what people may see, and every change before the game begins.

Methods that change something return the next row. It is current once it is stored and installed.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection

import msgspec
from msgspec import UNSET

from trunkline.game.seal import Seal
from trunkline.maps.edition import MARK
from trunkline.server.messages import CampaignGame, Clock, Credit, PlayerColour, SeatInfo, TableInfo
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import TableRow, TableSeat
from trunkline.server.tables import companies, player_colours
from trunkline.server.tables.consent import accept, invite_again, is_rated
from trunkline.server.tables.seating import LUCK_BYTES, OPEN, current_variant, people_at

PLAYING, ENDED, CLOSED = "playing", "over", "closed"
NO_SEATS: frozenset[int] = frozenset()


class SeatedTable:
    """The row of a table, as it is stored, and its seats."""

    def __init__(self, row: TableRow) -> None:
        self.set_row(row)

    def set_row(self, row: TableRow) -> None:
        """Install a stored row."""
        self.row = row
        # Cached: needed for every message to every client.
        self._owned: dict[str, frozenset[int]] = {}
        for number, seat in enumerate(row.data.seats):
            if seat.person is not None:
                self._owned[seat.person] = self._owned.get(seat.person, NO_SEATS) | {number}

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def status(self) -> str:
        return self.row.status

    @property
    def seats(self) -> list[TableSeat]:
        return self.row.data.seats

    @property
    def seal(self) -> Seal:
        luck = tuple(bytes.fromhex(seat.luck) for seat in self.row.data.seats)
        return Seal(bytes.fromhex(self.row.data.secret), luck)

    @property
    def clock(self) -> Clock:
        return self.row.data.clock

    def seats_of(self, person: str | None) -> frozenset[int]:
        """The seats a person owns: several on one device in hot-seat."""
        return NO_SEATS if person is None else self._owned.get(person, NO_SEATS)

    def may_watch(self, person: str | None) -> bool:
        """Whether a person may see this table: its players, and spectators where they are allowed."""
        return bool(self.seats_of(person)) or person == self.row.host or self.row.data.spectators

    def may_read(self, person: str | None) -> bool:
        """Whether a person may read the chat, the record and the next table: at a private table only its players.

        An imported game has none: whoever has its address may look at all of it.
        """
        return self.row.public or bool(self.seats_of(person)) or person == self.row.host or self.row.data.imported

    def info(self, present: frozenset[str] = frozenset()) -> TableInfo:
        data = self.row.data
        colours = player_colours.colours_of(data)
        return TableInfo(
            table=self.row.id,
            status=self.row.status,  # type: ignore[arg-type]
            # Of a campaign's game the map alone: its edition is told with its board.
            map=self.row.map.partition(MARK)[0],
            variant=self.row.variant,
            host=self.row.host,
            public=self.row.public,
            spectators=data.spectators,
            chat=data.chat,
            clock=self.clock,
            first=data.first,
            substitute=data.substitute,
            seats=[
                SeatInfo(
                    seat=i,
                    kind=seat.kind,  # type: ignore[arg-type]
                    name=seat.name,
                    person=seat.person,
                    bot=seat.bot,
                    present=seat.person in present,
                    substituted=seat.substituted,
                    accepted=seat.accepted,
                    left=seat.left,
                    abort=seat.abort,
                    company=data.companies[i] if data.companies else UNSET,
                    colour=colours[i] if colours else UNSET,
                )
                for i, seat in enumerate(self.seats)
            ],
            commitment=Seal(bytes.fromhex(data.secret)).commitment,
            seq=self.row.seq,
            created=self.row.created,
            rematch=data.rematch,
            deadline=self.row.deadline,
            rated=is_rated(self.row),
            credit=self.credit,
            campaign=UNSET if data.link is None else CampaignGame(**msgspec.structs.asdict(data.link)),
        )

    def info_for(self, person: str | None, present: frozenset[str] = frozenset()) -> TableInfo:
        """The table as this person may see it."""
        info = self.info(present)
        return info if self.may_read(person) else msgspec.structs.replace(info, rematch=None)

    @property
    def credit(self) -> Credit | None:
        """What the clocks were given since the last entry."""
        given = self.row.data.credit
        return Credit(given.seconds, given.at) if given and given.seq == self.row.seq else None

    # --- before the game ----------------------------------------------------------------------------------------

    def join(self, person: str, name: str, seat: int | None, luck: str, colour: PlayerColour | None = None) -> TableRow:
        """The row with the person in an open seat, or with the seat accepted that a rematch keeps for them.

        The seat gets the colour that the person prefers, if nobody else has it.
        """
        self.need(OPEN)
        if person in self.row.data.removed:
            raise RequestRefused("removed_by_host", {}, 403)
        row = self.next_row()
        seats = row.data.seats
        if accept(row, person, luck):
            row.version += 1
            return row
        if is_rated(row) and self.seats_of(person):
            raise RequestRefused("already_seated")
        free = [i for i, each in enumerate(seats) if each.kind == "open"]
        if seat is None:
            if self.seats_of(person):
                raise RequestRefused("already_seated")
            if not free:
                raise RequestRefused("table_full")
            seat = free[0]
        elif not 0 <= seat < len(seats):
            raise RequestRefused("no_such_seat", {"seat": seat}, 400)
        elif seat not in free:
            raise RequestRefused("seat_taken", {"seat": seat})
        taken = sum(each.person == person for each in seats)
        shown = name if not taken else f"{name} {taken + 1}"
        seats[seat] = TableSeat("person", shown, person, luck=luck or secrets.token_hex(LUCK_BYTES))
        if colour is not None and player_colours.is_free(row.data, person, colour):
            player_colours.choose(row.data, person, seat, colour)
        row.people = people_at(row)
        row.version += 1
        return row

    def leave(self, person: str) -> TableRow:
        """The row without the person; a table whose host leaves is closed."""
        self.need(OPEN)
        row = self.next_row()
        for seat in self.seats_of(person):
            row.data.seats[seat] = TableSeat("open")
        if not self.seats_of(person) and person != row.host:
            raise RequestRefused("not_seated")
        if person == row.host:
            row.status = CLOSED
        row.people = people_at(row)
        row.version += 1
        return row

    def close(self, host: str) -> TableRow:
        """The row of the table closed by its host, before the game."""
        self.need_host(host)
        return self.leave(host)

    def expire(self) -> TableRow:
        """The row of an unused table, closed."""
        self.need(OPEN)
        row = self.next_row()
        row.status = CLOSED
        row.version += 1
        return row

    def remove(self, host: str, seat: int) -> TableRow:
        """The row with a seat opened again by the host, before the game."""
        self.need(OPEN)
        self.need_host(host)
        self.need_seat(seat)
        row = self.next_row()
        removed = row.data.seats[seat].person
        if removed == host:
            raise RequestRefused("not_yourself")
        if removed is not None:
            row.data.removed = [*row.data.removed, removed]
        for other in {seat, *self.seats_of(removed)}:
            row.data.seats[other] = TableSeat("open")
        row.people = people_at(row)
        row.version += 1
        return row

    def fill(self, host: str, seat: int, bot: str, bots: frozenset[str]) -> TableRow:
        """The row with an open seat given to a bot by the host, before the game."""
        self.need(OPEN)
        self.need_host(host)
        self.need_seat(seat)
        if bot not in bots:
            raise RequestRefused("no_such_bot", {"bot": bot}, 400)
        row = self.next_row()
        if row.data.seats[seat].kind != "open":
            raise RequestRefused("seat_taken", {"seat": seat})
        row.data.seats[seat] = TableSeat("bot", bot, bot=bot, luck=secrets.token_hex(LUCK_BYTES))
        row.version += 1
        return row

    def choose_company(self, person: str, seat: int, company: str) -> TableRow:
        """The row with another company for a seat, before the game: one's own, or for the host one without a person."""
        self.need(OPEN)
        self.need_seat(seat)
        if person != (self.row.data.seats[seat].person or self.row.host):
            raise RequestRefused("not_your_seat", {"seat": seat}, 403)
        row = self.next_row()
        companies.choose(row.map, row.data, person, seat, company)
        row.version += 1
        return row

    def choose_colour(self, person: str, seat: int, colour: PlayerColour) -> TableRow:
        """The row with another colour for a seat of one's own, before the game."""
        self.need(OPEN)
        self.need_owner(person, seat)
        row = self.next_row()
        player_colours.choose(row.data, person, seat, colour)
        row.version += 1
        return row

    def rename(self, person: str, name: str) -> TableRow:
        """The row with another name at the seats of a person."""
        row = self.next_row()
        for seat in self.seats_of(person):
            row.data.seats[seat].name = name
        row.version += 1
        return row

    def rematch(self, person: str, now: float, gone: Collection[str] = (), luck: str = "") -> TableRow:
        """The row of a rematch: the next seat starts, and each person's seat is kept until they accept."""
        row = self.next_row()
        players = len(row.data.seats)
        invite_again(row, person, gone, luck)
        row.people = people_at(row)
        data = row.data
        data.secret = secrets.token_hex(32)
        data.rematch = data.credit = None
        data.removed = []
        # Tables of older versions may be rated without a clock.
        data.rated = is_rated(self.row) and self.clock.kind != "none"
        if data.first is not None:
            data.first = (data.first + 1) % players
        row.id = secrets.token_urlsafe(12)
        row.variant = current_variant(row.map, row.variant)
        row.created = now
        row.host = person
        row.status = OPEN
        row.waiting = []
        row.seq = row.version = 0
        row.deadline = None
        return row

    def next_row(self) -> TableRow:
        """A copy of the row to be changed. The row itself stays current until its successor is stored."""
        return self.row.copy()

    # --- conditions ---------------------------------------------------------------------------------------------

    def need(self, status: str) -> None:
        if self.row.status != status:
            raise RequestRefused(f"table_{self.row.status}")

    def need_reader(self, person: str | None) -> None:
        if not self.may_read(person):
            raise RequestRefused("private_table", {}, 403)

    def need_owner(self, person: str, seat: int) -> None:
        """Refuse a person who does not own the seat, or has left it for good."""
        self.need_seat(seat)
        if seat not in self.seats_of(person):
            raise RequestRefused("not_your_seat", {"seat": seat}, 403)
        self.need_not_left(seat)

    def need_not_left(self, seat: int) -> None:
        if self.row.data.seats[seat].left:
            raise RequestRefused("you_left", {}, 403)

    def need_host(self, person: str) -> None:
        if person != self.row.host:
            raise RequestRefused("not_the_host", {}, 403)

    def need_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.row.data.seats):
            raise RequestRefused("no_such_seat", {"seat": seat}, 400)
