"""The rulebook: all chapters, in the order in which a turn lists their actions. A new chapter is registered here."""

from __future__ import annotations

from typing import Final

from trunkline.rules.bridges import Bridges
from trunkline.rules.cards import Cards
from trunkline.rules.cattle import Cattle
from trunkline.rules.chapter import Chapter
from trunkline.rules.claim import RailClaims
from trunkline.rules.companies import Companies
from trunkline.rules.elevators import Elevators
from trunkline.rules.excursions import Excursions
from trunkline.rules.grades import Grades
from trunkline.rules.mail import Mail
from trunkline.rules.news import News
from trunkline.rules.offices import Offices
from trunkline.rules.pairs import Pairs
from trunkline.rules.pieces import Pieces
from trunkline.rules.ports import Ports
from trunkline.rules.powers import Powers
from trunkline.rules.sails import SailClaims
from trunkline.rules.spikes import Spikes
from trunkline.rules.stations import Stations
from trunkline.rules.steamers import Steamers
from trunkline.rules.telegraph import Telegraph
from trunkline.rules.tickets import Tickets
from trunkline.rules.tunnels import Tunnels
from trunkline.rules.turn import Turns

CHAPTERS: Final[list[Chapter]] = [
    Turns(),
    Cards(),
    Tickets(),
    RailClaims("rails"),
    SailClaims("sails"),
    Pairs(),
    Tunnels(),
    Stations(),
    Ports(),
    Pieces(),
    Offices(),
    News(),
    Companies(),
    Powers(),
    Spikes(),
    Grades(),
    Bridges(),
    Steamers(),
    Cattle(),
    Excursions(),
    Elevators(),
    Telegraph(),
    Mail(),
]
