"""The oracle: the rules once more, slow and plain, to check the fast engine against.

The oracle reads the same map files and the same positions in JSON as the engine and speaks the same notation, and that
is all the two share: it imports nothing of the package and is written from the rules and the documents alone
(`docs/map-format.md`, `docs/position.md`, `docs/notation.md`). It must stay so: a mistake copied from the engine would
be a mistake nobody finds. Where the two differ, go back to the rules before changing either.

- `board`: a map file and a variant as plain data.
- `positions`: positions with their defaults filled in, and counts over them.
- `legal`: the full set of legal actions of a seat.
- `sails`: the payments and further actions of the games of trains and ships.
- `clauses`: news events and company bonuses, read from the map file; `companies`: what they lead to.
- `scoring`: the final scores and the winners.
- `piles`: the row, the decks and their discards; cards that chance decides are unknown.
- `moves`: what an action leads to.
- `flow`: whether a step that the engine made is right.
- `samples`: positions made by hand or dealt, for tests; `strewn`: positions by chance.
"""
