"""Every technique, in the order in which they are tried: the easiest first.

The order is that of Sudoku Explainer, as far as it knows them, so that the hardest step
of a walk with its techniques alone rates a puzzle as it does. Patterns that take long
to find come last; a walk hardly ever gets to them.
"""

from enum import Enum
from itertools import product

from solver.logic import sentences as say
from solver.logic.basics import (
    claiming,
    direct_hidden_subsets,
    direct_locked_digits,
    full_houses,
    hidden_singles,
    hidden_subsets,
    locked_digits,
    naked_singles,
    naked_subsets,
    pointing,
)
from solver.logic.chains.chains import chains, chains_on_one_digit, nice_loops
from solver.logic.chains.colouring import colour_traps, colour_wraps, remote_pairs
from solver.logic.chains.links import any_links, cell_links, grouped_links
from solver.logic.chains.single_digit import empty_rectangles, parallel, turbots
from solver.logic.chains.wings import pincers, w_wings
from solver.logic.fishes import FRANKEN, MUTANT, finned_fish, fish, rare_fish
from solver.logic.forcing.nested import deep_nets, nested_nets
from solver.logic.forcing.searches import forcing_chains, forcing_nets, nishio
from solver.logic.sets.almost_locked import als_pairs, als_wings
from solver.logic.sets.als_links import als_chains, death_blossoms
from solver.logic.sets.sue_de_coq import sue_de_coq
from solver.logic.step import Kind, Trait
from solver.logic.uniqueness.deadly import (
    one_cell_more,
    one_digit_more,
    one_of_the_pair,
    subset_of_the_rest,
)
from solver.logic.uniqueness.graves import bugs, graves
from solver.logic.uniqueness.rectangles import (
    avoidable_rectangles_1,
    avoidable_rectangles_2,
    crossed_rectangles,
    hidden_rectangles,
    loops,
    paired_rectangles,
    rectangles,
    scattered_rectangles,
)

PLAIN, (ONE_SOLUTION, FORCING, SLOW, CHAIN, OURS) = Trait.PLAIN, Trait

# finders, sentences and traits, where several techniques share them or they are long
_DIRECT_LOCKED = direct_locked_digits, say.DIRECT_LOCKED, PLAIN
_DIRECT_HIDDEN = direct_hidden_subsets, say.DIRECT_HIDDEN, PLAIN
_LOCKED = locked_digits, say.LOCKED, PLAIN
_NAKED = naked_subsets, say.NAKED, PLAIN
_FISH = fish, say.FISH, PLAIN
_HIDDEN = hidden_subsets, say.HIDDEN, PLAIN
_TURBOT = turbots, say.TURBOT, PLAIN
_X_CHAIN = chains_on_one_digit, say.CHAIN, PLAIN
_TYPE_1 = one_cell_more, say.NEITHER, ONE_SOLUTION
_TYPE_2 = one_digit_more, say.ONE_MORE, ONE_SOLUTION
_TYPE_4 = one_of_the_pair, say.ONE_OF_PAIR, ONE_SOLUTION
_TYPE_3 = subset_of_the_rest, say.ROOF, ONE_SOLUTION
_AVOIDABLE_1 = avoidable_rectangles_1, say.AVOIDABLE_RECTANGLE_1, ONE_SOLUTION | OURS
_AVOIDABLE_2 = avoidable_rectangles_2, say.AVOIDABLE_RECTANGLE_2, ONE_SOLUTION | OURS
_TYPE_5 = one_digit_more, say.ONE_MORE, ONE_SOLUTION | OURS, (scattered_rectangles,)
_TYPE_6 = crossed_rectangles, say.UNIQUE_RECTANGLE_6, ONE_SOLUTION | OURS
_HIDDEN_CORNER = hidden_rectangles, say.HIDDEN_RECTANGLE, ONE_SOLUTION | OURS
_FINNED = finned_fish, say.FINNED, OURS
_RARE = rare_fish, say.FINNED, SLOW | OURS
_ALS_WING = als_wings, say.ALS, PLAIN
_CHAIN = chains, say.CHAIN, CHAIN
_ALS_CHAIN = als_chains, say.CHAIN, SLOW | OURS


class Technique(Kind, Enum):
    """The techniques, each with its name, difficulty, finder, sentence and traits."""

    FULL_HOUSE = "Full house", 1.0, full_houses, say.FULL_HOUSE
    HIDDEN_SINGLE = "Hidden single", 1.2, hidden_singles, say.HIDDEN_SINGLE
    DIRECT_POINTING = "Direct pointing", 1.7, *_DIRECT_LOCKED, (pointing,)
    DIRECT_CLAIMING = "Direct claiming", 1.9, *_DIRECT_LOCKED, (claiming,)
    DIRECT_HIDDEN_PAIR = "Direct hidden pair", 2.0, *_DIRECT_HIDDEN, (2,)
    NAKED_SINGLE = "Naked single", 2.3, naked_singles, say.NAKED_SINGLE
    DIRECT_HIDDEN_TRIPLET = "Direct hidden triplet", 2.5, *_DIRECT_HIDDEN, (3,)
    POINTING = "Pointing", 2.6, *_LOCKED, (pointing,)
    CLAIMING = "Claiming", 2.8, *_LOCKED, (claiming,)
    NAKED_PAIR = "Naked pair", 3.0, *_NAKED, (2,)
    X_WING = "X-wing", 3.2, *_FISH, (2,)
    HIDDEN_PAIR = "Hidden pair", 3.4, *_HIDDEN, (2,)
    NAKED_TRIPLET = "Naked triplet", 3.6, *_NAKED, (3,)
    SWORDFISH = "Swordfish", 3.8, *_FISH, (3,)
    HIDDEN_TRIPLET = "Hidden triplet", 4.0, *_HIDDEN, (3,)
    SKYSCRAPER = "Skyscraper", 4.0, *_TURBOT, (parallel,)
    TWO_STRING_KITE = "Two-string kite", 4.1, *_TURBOT, (product,)
    XY_WING = "XY-wing", 4.2, pincers, say.XY_WING, PLAIN, (2,)
    EMPTY_RECTANGLE = "Empty rectangle", 4.3, empty_rectangles, say.EMPTY_RECTANGLE
    TURBOT_FISH = "Turbot fish", 4.3, *_X_CHAIN, (2,)
    XYZ_WING = "XYZ-wing", 4.4, pincers, say.XYZ_WING, PLAIN, (3,)
    W_WING = "W-wing", 4.4, w_wings, say.W_WING, OURS
    UNIQUE_RECTANGLE_1 = "Unique rectangle, type 1", 4.5, *_TYPE_1, (paired_rectangles,)
    UNIQUE_RECTANGLE_2 = "Unique rectangle, type 2", 4.5, *_TYPE_2, (paired_rectangles,)
    UNIQUE_RECTANGLE_4 = "Unique rectangle, type 4", 4.5, *_TYPE_4, (paired_rectangles,)
    AVOIDABLE_RECTANGLE_1 = "Avoidable rectangle, type 1", 4.5, *_AVOIDABLE_1
    AVOIDABLE_RECTANGLE_2 = "Avoidable rectangle, type 2", 4.6, *_AVOIDABLE_2
    UNIQUE_RECTANGLE_3 = "Unique rectangle, type 3", 4.6, *_TYPE_3, (rectangles,)
    UNIQUE_RECTANGLE_5 = "Unique rectangle, type 5", 4.6, *_TYPE_5
    UNIQUE_RECTANGLE_6 = "Unique rectangle, type 6", 4.7, *_TYPE_6
    HIDDEN_RECTANGLE = "Hidden rectangle", 4.8, *_HIDDEN_CORNER
    UNIQUE_LOOP_1 = "Unique loop, type 1", 4.5, *_TYPE_1, (loops,)
    UNIQUE_LOOP_2 = "Unique loop, type 2", 4.5, *_TYPE_2, (loops,)
    UNIQUE_LOOP_4 = "Unique loop, type 4", 4.5, *_TYPE_4, (loops,)
    UNIQUE_LOOP_3 = "Unique loop, type 3", 4.6, *_TYPE_3, (loops,)
    FINNED_X_WING = "Finned X-wing", 3.4, *_FINNED, (2,)
    FINNED_SWORDFISH = "Finned swordfish", 4.0, *_FINNED, (3,)
    NAKED_QUAD = "Naked quad", 5.0, *_NAKED, (4,)
    JELLYFISH = "Jellyfish", 5.2, *_FISH, (4,)
    HIDDEN_QUAD = "Hidden quad", 5.4, *_HIDDEN, (4,)
    GROUPED_X_CHAIN = "Grouped X-chain", 5.5, *_X_CHAIN, (3,)
    WXYZ_WING = "WXYZ-wing", 5.5, *_ALS_WING, (3,)
    COLOUR_TRAP = "Simple colouring, trap", 5.5, colour_traps, say.COLOUR_TRAP, OURS
    COLOUR_WRAP = "Simple colouring, wrap", 5.5, colour_wraps, say.COLOUR_WRAP, OURS
    FINNED_JELLYFISH = "Finned jellyfish", 5.4, *_FINNED, (4,)
    REMOTE_PAIR = "Remote pair", 5.5, remote_pairs, say.REMOTE_PAIR, OURS
    BUG = "BUG+1", 5.6, bugs, say.BUG, ONE_SOLUTION
    BUG_2 = "BUG, type 2", 5.7, one_digit_more, say.BUG_2, ONE_SOLUTION, (graves,)
    BUG_4 = "BUG, type 4", 5.7, one_of_the_pair, say.BUG_4, ONE_SOLUTION, (graves,)
    BUG_3 = "BUG, type 3", 5.8, subset_of_the_rest, say.BUG_3, ONE_SOLUTION, (graves,)
    FINNED_FISH = "Larger fish", 5.8, *_FINNED, (5,)
    VWXYZ_WING = "VWXYZ-wing", 6.3, *_ALS_WING, (4,)
    UVWXYZ_WING = "UVWXYZ-wing", 6.6, *_ALS_WING, (5,)
    X_CHAIN = "X-chain", 6.6, chains_on_one_digit, say.CHAIN, CHAIN
    XY_CHAIN = "XY-chain", 7.0, *_CHAIN, (cell_links,)
    NICE_LOOP = "Continuous nice loop", 6.5, nice_loops, say.NICE_LOOP, CHAIN
    AIC = "Alternating inference chain", 7.0, *_CHAIN, (any_links,)
    GROUPED_AIC = "Grouped chain", 7.0, chains, say.CHAIN, OURS, (grouped_links,)
    SUE_DE_COQ = "Sue de Coq", 7.3, sue_de_coq, say.SUE_DE_COQ, OURS
    ALS_XZ = "ALS-XZ", 7.5, als_pairs, say.ALS, OURS, (3,)
    NISHIO = "Nishio", 7.5, nishio, "", FORCING
    FORCING_CHAIN = "Forcing chain", 8.0, forcing_chains, "", FORCING
    FORCING_NET = "Forcing net", 8.5, forcing_nets, "", FORCING
    NESTED_NET = "Nested forcing net", 9.0, nested_nets, "", FORCING
    DEEP_NET = "Deeply nested forcing net", 9.5, deep_nets, "", FORCING
    FRANKEN_FISH = "Franken fish", 6.2, *_RARE, (FRANKEN,)
    MUTANT_FISH = "Mutant fish", 6.4, *_RARE, (MUTANT,)
    LARGE_ALS_XZ = "ALS-XZ with large sets", 7.5, als_pairs, say.ALS, SLOW | OURS
    ALS_XY_WING = "ALS-XY-wing", 7.5, *_ALS_CHAIN, (3,)
    ALS_CHAIN = "ALS chain", 7.5, *_ALS_CHAIN
    DEATH_BLOSSOM = "Death blossom", 8.2, death_blossoms, say.DEATH_BLOSSOM, SLOW | OURS


SINGLES = (Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE)
"""What a person sees at a glance, and what needs no name."""
