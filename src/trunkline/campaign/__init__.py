"""The campaign: twelve games on a map that grows, as a fold of an append-only log (L1, L2, L20-L28).

`found` begins a campaign; `to_act`, `legal` and `act` work as in the engine, with actions as text. Everything
that is known of a campaign follows from its log: `fold` applies one entry. A single game never imports this package.
"""
