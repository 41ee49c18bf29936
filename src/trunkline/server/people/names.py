"""Names of people: allowed characters, look-alikes, and reserved names."""

from __future__ import annotations

import unicodedata
from functools import cache

from trunkline.bots.registry import entries
from trunkline.server.refusal import RequestRefused

NAME = 24
"""Characters of a name."""

_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Invisible characters that Unicode counts as letters, marks or symbols: fillers, joiners, selectors, blanks.
_INVISIBLE = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)}
) | frozenset(range(0xE0100, 0xE01F0))


def clean_name(text: str) -> str:
    """The name as it is kept and shown, or a refusal `bad_name` with the reason.

    >>> clean_name("Ｚoë")
    'Zoë'
    """
    name = unicodedata.normalize("NFKC", text)
    if not 1 <= len(name) <= NAME:
        raise RequestRefused("bad_name", {"reason": "length", "most": NAME}, 400)
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _REFUSED or ord(character) in _INVISIBLE or (category == "Zs" and character != " "):
            raise RequestRefused("bad_name", {"reason": "characters"}, 400)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > 2:
            raise RequestRefused("bad_name", {"reason": "characters"}, 400)
    if name != name.strip(" ") or "  " in name:
        raise RequestRefused("bad_name", {"reason": "spaces"}, 400)
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise RequestRefused("bad_name", {"reason": "letter"}, 400)
    return name


# --- names that look alike -------------------------------------------------------------------------------------------

# Letters that look like a Latin letter, by that letter. They stand here as case folding leaves them: small, and
# Cherokee in capitals. Where capital and small letter look like different Latin letters, the capital counts.
# In this order: Cyrillic, Greek, other Latin, Armenian, Coptic, Cherokee, Lisu, others.
_LOOKS_LIKE = {
    "a": "а" + "α" + "ᴀɑ" + "ⲁ" + "Ꭺ" + "ꓮ" + "𐌀",
    "b": "вь" + "β" + "ʙƅɓƀꞵ" + "ⲃ" + "ᏴᏰ" + "ꓐ" + "𐌁",
    "c": "с" + "ᴄƈ" + "ⲥ" + "Ꮯ" + "ꓚ" + "𐐽𐌂ⅽↄ",
    "d": "ԁ" + "ᴅɗɖ" + "ᎠᏧ" + "ꓓꓒ",
    "e": "еєҽҿ" + "ε" + "ᴇɛ℮" + "ⲉ" + "Ꭼ" + "ꓰ" + "𐌄ⴹ",
    "f": "ғ" + "ϝ" + "ꜰƒ" + "ք" + "ꓝ",
    "g": "ԍ" + "ɢɡɠ" + "ց" + "ᏀᏳ" + "ꓖ",
    "h": "нһ" + "η" + "ʜɦ" + "հ" + "ⲏ" + "ᎻᏂ" + "ꓧ",
    "j": "ј" + "ϳ" + "ᴊȷ" + "յ" + "Ꭻ" + "ꓙ",
    "k": "к" + "κ" + "ᴋƙ" + "ⲕ" + "Ꮶ" + "ꓗ",
    "l": "іӏ" + "ι" + "ɪʟıɩɭƚ" + "լ" + "ⲓ" + "ᏞᎥ" + "ꓡꓲ" + "𐌉ⵏߊاוןǀi1|",
    "m": "м" + "μ" + "ᴍɱ" + "ⲙ" + "Ꮇ" + "ꓟ" + "𐌑",
    "n": "ν" + "ɴɲɳ" + "ոռ" + "ⲛ" + "Ꮑ" + "ꓠ",
    "o": "оѻ" + "οσ" + "ᴏᴑɵ" + "օ" + "ⲟ" + "ꓳ" + "𐐬𐌏ჿⵔסهߋഠဝ〇0",
    "p": "р" + "ρ" + "ᴘƥƿ" + "ⲣ" + "Ꮲ" + "ꓑ",
    "q": "ԛ" + "ɋʠ" + "գզ",
    "r": "г" + "ʀɾɽɼ" + "ⲅ" + "ᎡᏒ" + "ꓣ",
    "s": "ѕ" + "ꜱʂ" + "ՏտᏚ" + "ꓢ" + "𐑈",
    "t": "т" + "τ" + "ᴛƭʈ" + "ⲧ" + "Ꭲ" + "ꓔ" + "𐌕",
    "u": "ᴜʋ" + "ս" + "Ꮜ" + "ꓴ",
    "v": "ѵ" + "ᴠ" + "Ꮩ" + "ꓦ",
    "w": "ѡԝш" + "ω" + "ᴡɯ" + "ա" + "ᎳᏔ" + "ꓪ",
    "x": "х" + "χ" + "ⲭ" + "ꓫ" + "𐌗ⵝ",
    "y": "уүұ" + "υγ" + "ʏƴ" + "ⲩ" + "ᎩᎽ" + "ꓬ",
    "z": "ζ" + "ᴢʐȥ" + "ⲍ" + "Ꮓ" + "ꓜ",
    "'": "’‘ʼʻ`ʹˈ",
    "-": "‐–—−",
}
_ALIKE = {ord(other): letter for letter, others in _LOOKS_LIKE.items() for other in others}
# Small letters whose capitals look like another Latin letter, as they look themselves.
_SMALL_ALIKE = str.maketrans("νηυμпи", "vnuunu")
# Compatibility would make a final sigma of it.
_LUNATE = str.maketrans("ϲϹ", "cC")


def name_key(name: str) -> str:
    """The key by which names of accounts are unique. Case, Unicode forms and look-alike letters do not matter.

    >>> name_key("PAUL") == name_key("раul"), name_key("Al") == name_key("AI")
    (True, True)
    """
    folded = unicodedata.normalize("NFKC", name.translate(_LUNATE)).casefold().replace("ё", "е")
    # Decomposed, so that a look-alike is found below a mark too.
    letters = unicodedata.normalize("NFKD", folded)
    plain = "".join(_digit(letter).translate(_ALIKE) for letter in letters)
    # A combining dot above a letter that already has a dot (i, j) is invisible.
    for dotted in "lj":
        plain = plain.replace(f"{dotted}\u0307", dotted)
    return unicodedata.normalize("NFC", plain)


def name_keys(name: str) -> set[str]:
    """The keys of all names that look like this one, in capitals or in small letters."""
    return {name_key(name), name_key(unicodedata.normalize("NFKC", name).translate(_SMALL_ALIKE))}


def shared_key(name: str) -> str:
    """A unique key for an older account whose `name_key` became equal to another's when the look-alike rule changed."""
    return f"{name_key(name)}\n{name}"


def _digit(letter: str) -> str:
    """Digits of all scripts are the same digits."""
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


# --- reserved names --------------------------------------------------------------------------------------------------

# Nobody may pass for an operator, in English, Ukrainian (and Russian) or Greek. A rank is also refused as one word
# among others.
_RANKS = """
admin, administrator, moderator,
адмін, адміністратор, модератор, админ, администратор,
διαχειριστής, συντονιστής
"""
_HOUSE = """
system, server, staff, support, official, operator, trunkline, bot, robot,
система, сервер, підтримка, бот, робот, поддержка,
σύστημα, διακομιστής, υποστήριξη, μποτ, ρομπότ
"""
# The bots as the page names them (`bot.<name>` in its words); their own names come from the registry.
_BOTS = """
Beginner, Traveller, Planner, Expert, Collector, Hoarder, Blocker, Random, Greedy, Path, Hungry, One step, Long route,
Flat Monte Carlo, UCT,
Новачок, Мандрівець, Стратег, Експерт, Збирач квитків, Магнат, Завада, Жереб, Хапко, Шлях, Голодний, Один крок,
Довгий маршрут, Плаский Монте-Карло,
Αρχάριος, Ταξιδιώτης, Μεθοδικός, Ειδικός, Συλλέκτης, Μεγιστάνας, Μπλοκαδόρος, Τυχαίος, Άπληστος, Δρόμος, Πεινασμένος,
Ένα βήμα, Μακριά διαδρομή, Επίπεδο Μόντε Κάρλο
"""


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str]]:
    """The keys of ranks, and of all reserved names."""
    ranks, others = (
        frozenset(name_key(_letters(name)) for name in some)
        for some in (_RANKS.split(","), [*_HOUSE.split(","), *_BOTS.split(","), *entries()])
    )
    return ranks, ranks | others


def _letters(text: str) -> str:
    """The letters of a text, without accents, numbers and signs."""
    return "".join(each for each in unicodedata.normalize("NFKD", text) if unicodedata.category(each)[0] == "L")


def refuse_reserved(name: str) -> None:
    """Refuse a name that looks like an operator's or a bot's; accents, punctuation and digits do not matter."""
    ranks, reserved = _reserved()
    # By its letters ("Admin 2"), and with the digits that stand for letters ("Adm1n").
    spaced = "".join(each if each.isalnum() else " " for each in unicodedata.normalize("NFKD", name))
    whole = (_letters(name), "".join(spaced.split()))
    words = [each for word in spaced.split() for each in (word, _letters(word))]
    if any(name_key(each) in reserved for each in whole) or any(name_key(each) in ranks for each in words):
        raise RequestRefused("name_reserved", {"name": name})
