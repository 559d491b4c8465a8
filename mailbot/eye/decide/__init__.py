"""Decides what a reading is worth: a solution, a question, or nothing.

`verdict.decide` leads: it takes a `Recognised` and gives a `Puzzle` or None. It asks
`belief` for a solution that is sure enough. `belief` combines these: `decoder`
finds the likeliest reading with exactly one solution and its margin; `ink` tells givens
from entries; `agreement` weighs whole solutions where digits contradict each other.
`mistakes` tells a person's mistakes from a misread given.
`cover` finds cells that something lies on (`things`), `doubt` cells that may hold two
printed digits, or one of which a stroke is hidden: `second` and `hidden` weigh the
signs, and less is enough where either digit gives one solution (`rivals`). `variants`
recognises variants by their lines and shades; `boxes` tells by thick lines whether a
lattice is a row off; `table` tells digits that form no puzzle at all; `reason` tells
why a grid cannot be read.

The thresholds stand in a record at the top of each module. Loosening one in `belief`,
`decoder` or `agreement` risks a wrong answer; tightening one asks more questions.
"""
