"""Decides what a reading is worth: a solution, a question, or nothing.

`verdict.decide` leads: it takes a `Recognised` and gives a `Puzzle` or None. It asks
`belief` for a solution that is sure enough (`believed`). `belief` combines these:
`decoder` finds the likeliest reading with exactly one solution and its margin; `ink`
splits the digits into givens and entries (`clusters`); `givens` solves the
givens alone, and tells then a person's mistakes from a misread given;
`agreement` weighs whole solutions where digits contradict each other.

Before that, in this order: `boxes` tells by thick lines whether a lattice is a row off;
`cover` finds cells that something lies on (`things`); `variants`
recognises variants by their lines and shades. `reason` tells why a grid cannot be read.

The thresholds stand at the top of each module. Loosening one in `belief`, `believed`,
`givens`, `decoder` or `agreement` risks a wrong answer; tightening one asks more
questions. In `cover` and `variants` it is the other way round: what they
overlook may be answered wrongly.
"""
