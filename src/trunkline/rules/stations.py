"""Stations (E8): where one may be built, and what it costs."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import STATION, ActionList, colour_of, encode, subject_of, wilds_of
from trunkline.rules.cards import settle
from trunkline.rules.events import NO_ITEMS, STATION_BUILT, Event
from trunkline.rules.payment import discard_payment, list_any_colour, spend
from trunkline.rules.state import NOBODY, Player, State


def station_price(state: State, player: Player) -> i64:
    """Cards for the player's next station: the first costs least."""
    board = state.board
    built = board.numbers.stations - player.stations
    return i64(board.station_cost[built])


def list_stations(state: State, seat: i64, out: ActionList) -> None:
    """Every free city with every way to pay."""
    player = state.players[seat]
    if player.stations == 0:
        return
    price = station_price(state, player)
    station = state.station
    first = out.size
    end = first
    listed: i64 = 0
    for city in range(len(station)):
        if station[city] != NOBODY:
            continue
        if end > first:
            # Every city costs the same: the ways to pay are those of the first one.
            out.repeat(first, end, (city - listed) << 8)
        else:
            board = state.board
            list_any_colour(out, encode(STATION, city), player.hand, board.colours, board.wild, price, 0)
            end = out.size
            listed = city
            if end == first:
                return


def build_station(state: State, player: Player, code: i64, log: list[Event] | None) -> None:
    price = station_price(state, player)
    city = subject_of(code)
    spend(state, player, colour_of(code), price, wilds_of(code))
    discard_payment(state, colour_of(code), price, wilds_of(code))
    state.station[city] = u8(state.seat)
    player.stations -= 1
    if log is not None:
        values = vec[i16]([i16(city), i16(colour_of(code)), i16(price), i16(wilds_of(code))])
        log.append(Event(STATION_BUILT, state.seat, values, NO_ITEMS))
    settle(state, log)
