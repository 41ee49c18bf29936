"""English sentences for refusals in the terminal. The page has its own words for the same codes."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES = {
    # Notation that cannot be read
    "empty": "Say what to do, for example `draw deck` or `claim denver-omaha pink+1`.",
    "not_understood": "`{text}` is no action. The words are draw, claim, keep, pay, withdraw, station, split, port, "
    "exchange, take, buy, return, bond, hire, use, decline and pass.",
    "no_such_action": "{action} is no action code on this map.",
    "not_a_number": "`{word}` is not a whole number that fits here.",
    "no_such_slot": "There is no slot {slot}: the row has slots 1 to {slots}.",
    "no_such_ticket": "There is no ticket number {ticket} among those offered.",
    "no_such_ticket_name": "There is no ticket `{ticket}` on this map.",
    "no_such_route": "There is no route `{route}` on this map.",
    "no_such_city": "There is no city `{city}` on this map.",
    "no_such_card": "There is no card `{card}` in this game.",
    "no_such_deck": "There is no deck `{deck}` in this game.",
    "which_deck": "Say which deck gives the next card for the row: one of {decks}.",
    "split_does_not_add_up": "You must choose {pieces} pieces in all, for example `split 20 40` where there are 60.",
    "which_lane": "`{route}` has several lanes: say which of {lanes}.",
    "no_such_seat": "There is no seat {seat}.",
    # Actions that are illegal now
    "game_over": "The game is over.",
    "not_your_turn": "It is the turn of seat {seat}.",
    "already_chosen": "You have chosen your tickets already; others are still choosing.",
    "already_split": "You have chosen your trains and ships already; others are still choosing.",
    "not_now": "`{action}` is not possible now: the game waits for {phase}.",
    "must_not_pass": "You can pass only when there is nothing to draw, claim or build.",
    "slot_empty": "There is no card in slot {slot}.",
    "locomotive_second": "A face-up locomotive can only be the first card you take, and then the only one.",
    "locomotives_barred": "Face-up locomotives cannot be taken: the current news event bars them.",
    "deck_empty": "The deck and the discards are empty.",
    "no_tickets_left": "There are no tickets left.",
    "not_offered": "You were offered {offered} tickets: choose among these.",
    "too_few_kept": "You must keep at least {least} of the tickets, not {kept}.",
    "route_taken": "{route} belongs to seat {owner}.",
    "twin_is_yours": "You own {twin}, and nobody may own two lanes of one route.",
    "double_closed": "{route} is closed: with {players} players only one lane of a double may be claimed.",
    "too_few_trains": "{route} needs {needed} trains, and you have {left}.",
    "wrong_colour": "{route} takes {colour} cards.",
    "wrong_tunnel_colour": "The tunnel was begun with {colour}: pay with {colour} or locomotives.",
    "payment_does_not_add_up": "The price is {price} cards; locomotives alone are written `locomotive`.",
    "too_few_locomotives": "This route needs at least {needed} locomotives, and you offer {offered}.",
    "cards_missing": "You need {needed}, and you have {held}.",
    "no_stations_here": "This game has no stations.",
    "no_stations_left": "You have built all your stations.",
    "city_has_station": "{city} has a station of seat {owner} already.",
    # With two decks
    "split_out_of_range": "You can take {fewest} to {most} trains.",
    "too_few_ships": "{route} needs {needed} ships, and you have {left}.",
    "ships_do_not_add_up": "These cards do not cover {spaces} spaces, or one of them is superfluous.",
    "pair_needs_colour": "Each space takes two train cards of one colour; a locomotive can be only one of the two.",
    "pair_not_payable": "With these cards gone you could not pay the other spaces of this route.",
    "no_port_city": "No port can be built in {city}.",
    "city_has_port": "{city} has a port of seat {owner} already.",
    "no_ports_left": "You have built all your ports.",
    "no_route_to_port": "You own no route to {city}.",
    "port_cost": "A port costs {trains} trains and {ships} ships; locomotives may stand in for any of them.",
    "exchange_nothing": "An exchange is of at least one piece.",
    "box_too_small": "Your box holds only so many {pieces}: {left}.",
    "supply_too_small": "You have only so many {pieces} to put back: {left}.",
    # With companies
    "cards_scarce": "Only {left} cards are left in deck and discards: with {most} or fewer at the beginning of a turn "
    "you cannot draw cards.",
    "not_to_be_taken": "There is no card to take in slot {slot}: take any face-up card but a locomotive.",
    "no_such_power": "The current news event does not allow it.",
    "power_used": "You have done this already while this news event is the current one.",
    "too_little_money": "It costs {price} dollars, and you have {money}.",
    "no_elevators_here": "This map has no grain elevators.",
    "no_elevator_asked": "No elevator is offered now.",
    "no_elevator_there": "You cannot build an elevator in {city} now.",
    "no_dollars_for_tunnels": "Dollars do not pay for tunnels on this map.",
    "no_locomotive_discarded": "There is no locomotive among the discards.",
    "ticket_not_held": "You do not hold the ticket {ticket}.",
    "ticket_completed": "The ticket {ticket} is completed: only one that is not can be returned.",
    "last_ticket": "You must keep one ticket.",
    "closed_by_event": "{route} cannot be claimed: the current news event closes it.",
    "crew_taken": "{card} is hired already.",
    "crew_hired_twice": "Your company has hired {card} twice: not again in this campaign.",
    "nothing_to_decline": "Nothing asks you now.",
    "no_locomotive_to_discard": "You hold no locomotive to discard.",
    "card_not_usable": "You cannot use {card} now: it is not yours, it is used up, or it would change nothing.",
}


PHASES = {
    "opening": "your choice of the first tickets",
    "split": "your choice of trains and ships",
    "turn": "your turn: draw cards, claim a route or draw tickets",
    "second-pick": "your second card",
    "tickets": "your choice among the tickets you drew",
    "tunnel": "your answer to the tunnel",
    "pair": "the cards for the next space of the route",
    "claim-asks": "your answer to what a card asks",
    "hiring": "the crew that you hire",
    "crew-tickets": "your choice among the tickets that your crew shows you",
    "second-claim": "your second claim, or that you decline it",
}
"""What the game waits for in each phase."""


def sentence(code: str, params: Mapping[str, object]) -> str:
    """The sentence for a refusal."""
    words = {name: shown(value) for name, value in params.items()}
    if "phase" in words:
        words["phase"] = PHASES.get(words["phase"], words["phase"])
    return SENTENCES[code].format(**words)


def counted(card: str, number: int) -> str:
    return f"{number} {card}s" if card == "locomotive" and number != 1 else f"{number} {card}"


def shown(value: object) -> str:
    """Counts of cards as `2 red and 1 locomotive`, lists with commas, everything else as it is."""
    if isinstance(value, dict):
        return " and ".join(counted(card, n) for card, n in value.items() if n or len(value) == 1) or "none"
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value)
