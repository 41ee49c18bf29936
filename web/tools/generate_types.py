"""Writes web/src/lib/generated.ts: the types of messages and events, and what else the page takes from Python.

    python web/tools/generate_types.py            write the file
    python web/tools/generate_types.py --check    fail if the file is stale

A test fails when the file is stale. Each kind of declaration is read by one function here.
"""

import ast
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import msgspec.inspect as shapes

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "trunkline"
TARGET = ROOT / "web" / "src" / "lib" / "generated.ts"

HEAD = "// Types of what the server says and hears. Made by web/tools/generate_types.py from the Python declarations.\n"

# Fields that Python declares as plain text or as a mapping, and that have a type of their own here.
OWN_TYPES = {
    ("PublicPart", "phase"): "Phase",
    ("EntryLine", "events"): "GameEvent[]",
}
PLAIN: dict[type, str] = {
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.StrType: "string",
    shapes.BoolType: "boolean",
    shapes.NoneType: "null",
    shapes.AnyType: "unknown",
}


# --- reading the declarations ---------------------------------------------------------------------------------------


class EventDeclaration(msgspec.Struct):
    """A kind of event: its values by name, the name of its items (or none), and whether only its own seat sees them."""

    name: str
    values: list[str]
    items: str
    secret: bool
    optional: bool


def event_declarations() -> list[EventDeclaration]:
    from trunkline.rules.rulebook import CHAPTERS

    kinds = {kind.name: kind for chapter in CHAPTERS for kind in chapter.events}
    return [
        EventDeclaration(kind.name, list(kind.fields), kind.items, kind.secret, kind.optional)
        for kind in kinds.values()
    ]


def phase_names() -> list[str]:
    from trunkline.rules.rulebook import CHAPTERS

    phases = {int(phase.number): phase.name for chapter in CHAPTERS for phase in chapter.phases}
    return [phases[number] for number in sorted(phases)]


def verbs() -> list[str]:
    """The first words of the notation."""
    from trunkline.rules.rulebook import CHAPTERS

    kinds = {int(kind.number): kind.verb for chapter in CHAPTERS for kind in chapter.kinds}
    return list(dict.fromkeys(kinds[number].split()[0] for number in sorted(kinds)))


def refusal_codes() -> list[str]:
    """Every code that the rules or the server refuse with, by the calls that make refusals."""
    from trunkline.rules.rulebook import CHAPTERS

    found = {chapter.already_chosen() for chapter in CHAPTERS}
    for folder in ("rules", "game", "campaign", "server"):
        for path in sorted((SOURCE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                    first = node.args[0]
                    if node.func.id in ("Refusal", "RequestRefused", "Unreadable", "IllegalAction", "IllegalStep"):
                        found.update(codes_in(first))
    return sorted(found)


def codes_in(argument: ast.expr) -> list[str]:
    """A code as it is written; `f"table_{status}"` is one for each status of a table, or of a campaign."""
    from trunkline.server.campaign_messages import CampaignInfo
    from trunkline.server.messages import TableInfo

    if isinstance(argument, ast.Constant):
        return [str(argument.value)]
    if isinstance(argument, ast.IfExp):
        return [*codes_in(argument.body), *codes_in(argument.orelse)]
    if isinstance(argument, ast.JoinedStr) and isinstance(argument.values[0], ast.Constant):
        start = str(argument.values[0].value)
        statuses = get_args(get_type_hints(CampaignInfo if start == "campaign_" else TableInfo)["status"])
        return [start + status for status in statuses]
    return []


def message_roots() -> tuple[list[Any], list[Any]]:
    """The messages to a client, and those from it."""
    from trunkline.server import campaign_messages as campaigns
    from trunkline.server import messages

    to_client = [*get_args(messages.ToClient), messages.EntryLine, messages.PlanList]
    to_client += [campaigns.CampaignInfo, campaigns.CampaignSnapshot, campaigns.CampaignCard, campaigns.SignaturePart]
    to_client += [campaigns.CampaignWordsPage, campaigns.CampaignBoard]
    from_client = [*get_args(messages.FromClient), messages.OpenTable]
    from_client += [campaigns.Decide, campaigns.OpenCampaign, campaigns.JoinCampaign, campaigns.ChangeCompany]
    return to_client, [*from_client, campaigns.AddBot, campaigns.DecideBody]


# --- writing TypeScript ---------------------------------------------------------------------------------------------


class Writer:
    """Writes each type once, with those it is made of."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self.is_incoming = False
        """What a client sends may be left out where it has a default."""

    def name_of(self, shape: Any) -> str:
        name: str = shape.cls.__name__
        if name not in self.written:
            self.written[name] = ""
            self.written[name] = self.declare(name, shape)
        return name

    def declare(self, name: str, shape: Any) -> str:
        lines = []
        if getattr(shape, "tag", None) is not None:
            lines.append(f"  {shape.tag_field}: '{shape.tag}'")
        base = shape.cls.__base__
        inherited = getattr(base, "__struct_fields__", ())
        extends = f" extends {self.text(shapes.type_info(base))}" if inherited else ""
        for field in shape.fields:
            if field.name in inherited:
                continue
            # A field that may be unset has no default that could be shown.
            is_unset = not field.required and field.default is field.default_factory is msgspec.NODEFAULT
            optional = is_unset or (self.is_incoming and not field.required)
            kind = OWN_TYPES.get((name, field.encode_name)) or self.text(field.type)
            lines.append(f"  {field.encode_name}{'?' if optional else ''}: {kind}")
        return f"export interface {name}{extends} {{\n" + "\n".join(lines) + "\n}\n"

    def text(self, shape: Any) -> str:
        """A type in TypeScript."""
        if isinstance(shape, shapes.Metadata):
            return self.text(shape.type)
        if isinstance(shape, shapes.UnionType):
            # A message that is encoded already has the type beside it.
            parts = [part for part in shape.types if not isinstance(part, shapes.RawType)]
            return " | ".join(self.text(part) for part in parts)
        if isinstance(shape, shapes.LiteralType):
            return " | ".join(f"'{value}'" for value in shape.values)
        if isinstance(shape, shapes.ListType | shapes.VarTupleType):
            item = self.text(shape.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        if isinstance(shape, shapes.DictType):
            return f"Record<string, {self.text(shape.value_type)}>"
        if isinstance(shape, shapes.StructType | shapes.DataclassType):
            return self.name_of(shape)
        return PLAIN[type(shape)]


def message_types() -> str:
    outgoing, incoming = message_roots()
    writer = Writer()
    unions = []
    for name, roots in (("FromServer", outgoing), ("FromClient", incoming)):
        writer.is_incoming = name == "FromClient"
        tagged = [writer.text(shape) for shape in map(shapes.type_info, roots) if getattr(shape, "tag", None)]
        for shape in map(shapes.type_info, roots):
            writer.text(shape)
        unions.append(f"export type {name} = {' | '.join(tagged)}\n")
    return "\n".join([*sorted(writer.written.values()), *unions])


def event_types() -> str:
    """A type for each kind of event, and where the secret part of it stands."""
    events = event_declarations()
    types = []
    for event in events:
        seat = "" if event.name in TABLE_EVENTS else "; seat: number"
        fields = "".join(f"; {value}: {VALUES.get(value, 'number')}" for value in event.values)
        if event.items:
            mark = "?" if event.secret or event.optional else ""
            fields += f"; {event.items}{mark}: {ITEMS[event.items]}"
        types.append(f"  | {{ event: '{event.name}'{seat}{fields} }}")
    secrets = "".join(f"  {key(event.name)}: '{event.items}',\n" for event in events if event.secret)
    return (
        "/** What happened, in names. What a client may not know is left out. */\n"
        "export type GameEvent =\n" + "\n".join(types) + "\n\n"
        "export type EventName = GameEvent['event']\n\n"
        "/** The part of an event that only its own seat may know. */\n"
        "export const SECRETS: Partial<Record<EventName, string>> = {\n" + secrets + "}\n"
    )


VALUES = {
    "route": "string", "card": "string", "city": "string", "deck": "string", "colour": "string | null",
    "source": "string", "news": "string",
}  # fmt: skip
ITEMS = {
    "tickets": "string[]",
    "pieces": "number[]",
    "cards": "string[]",
    "paid": "string[]",
    "row": "(string | null)[]",
    "source": "string[]",
}
TABLE_EVENTS = ("row-dealt", "refilled", "reshuffled", "news-shuffled", "row-washed", "stampede")


def key(name: str) -> str:
    return name if name.isidentifier() else f"'{name}'"


def one_of(names: list[str]) -> str:
    return " | ".join(f"'{name}'" for name in names)


def password_limits() -> str:
    from trunkline.server.people.passwords import LONGEST_PASSWORD, SHORTEST_PASSWORD

    return f"export const PASSWORD = {{ least: {SHORTEST_PASSWORD}, most: {LONGEST_PASSWORD} }}\n"


def colours() -> str:
    """The fills of player colours and of cards; the page adds ink and shape."""
    from trunkline.maps.colours import CARDS, PLAYERS
    from trunkline.server.tables.player_colours import PALETTE

    def table(name: str, fills: dict[str, str]) -> str:
        return (
            f"export const {name} = {{ " + ", ".join(f"{key(each)}: '{fill}'" for each, fill in fills.items()) + " }\n"
        )

    return table("PLAYER_FILLS", {name: PLAYERS[name] for name in PALETTE}) + table("CARD_FILLS", CARDS)


def generate() -> str:
    codes = "".join(f"  '{code}',\n" for code in refusal_codes())
    return "\n".join(
        [
            HEAD,
            f"export type Phase = {one_of(phase_names())}\n",
            "/** The first word of an action. */",
            f"export type Verb = {one_of(verbs())}\n",
            event_types(),
            "/** The codes of refusals, each with a sentence in every language. */",
            f"export const REFUSALS = [\n{codes}] as const\n",
            password_limits(),
            colours(),
            message_types(),
        ]
    )


def main(words: list[str]) -> int:
    text = generate()
    if words == ["--check"]:
        if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.relative_to(ROOT)} is stale: run python web/tools/generate_types.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    sys.exit(main(sys.argv[1:]))
