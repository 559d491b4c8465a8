"""Every technique, in the order in which they are tried: the easiest first.

The order is that of Sudoku Explainer, as far as it knows them, so that the hardest step
of a walk with its techniques alone (`RATED`) rates a puzzle as it does. Patterns that
take long to find come last; a walk hardly ever gets to them.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from solver.logic.basics.locked import (
    claiming,
    direct_claiming,
    direct_pointing,
    pointing,
)
from solver.logic.basics.singles import full_houses, hidden_singles, naked_singles
from solver.logic.basics.subsets import (
    direct_hidden_subsets,
    hidden_subsets,
    naked_subsets,
)
from solver.logic.candidates import CandidateGrid
from solver.logic.chains.chains import (
    alternating_chains,
    grouped_chains,
    grouped_x_chains,
    nice_loops,
    turbot_fish,
    x_chains,
    xy_chains,
)
from solver.logic.chains.colouring import colour_traps, colour_wraps, remote_pairs
from solver.logic.chains.single_digit import (
    empty_rectangles,
    skyscrapers,
    two_string_kites,
)
from solver.logic.chains.wings import w_wings, xy_wings, xyz_wings
from solver.logic.fishes.finned import finned_fish, franken_fish, mutant_fish
from solver.logic.fishes.fish import fish
from solver.logic.forcing.nested import deep_nets, nested_nets
from solver.logic.forcing.searches import (
    forcing_chains,
    forcing_nets,
    nishio,
)
from solver.logic.sets.almost_locked import (
    als_pairs,
    large_als_pairs,
    uvwxyz_wings,
    vwxyz_wings,
    wxyz_wings,
)
from solver.logic.sets.als_links import als_chains, als_xy_wings, death_blossoms
from solver.logic.sets.sue_de_coq import sue_de_coq
from solver.logic.step import Step, Technique
from solver.logic.uniqueness.graves import bugs, bugs_2, bugs_3, bugs_4
from solver.logic.uniqueness.loops import (
    unique_loops_1,
    unique_loops_2,
    unique_loops_3,
    unique_loops_4,
)
from solver.logic.uniqueness.pairs import (
    unique_rectangles_1,
    unique_rectangles_2,
    unique_rectangles_4,
)
from solver.logic.uniqueness.rectangles import (
    avoidable_rectangles_1,
    avoidable_rectangles_2,
    hidden_rectangles,
    unique_rectangles_3,
    unique_rectangles_5,
    unique_rectangles_6,
)

Finder = Callable[[CandidateGrid], Iterator[Step]]
"""Finds every step of one technique in a grid."""

TECHNIQUES: Mapping[Technique, Finder] = {
    Technique.FULL_HOUSE: full_houses,
    Technique.HIDDEN_SINGLE: hidden_singles,
    Technique.DIRECT_POINTING: direct_pointing,
    Technique.DIRECT_CLAIMING: direct_claiming,
    Technique.DIRECT_HIDDEN_PAIR: partial(direct_hidden_subsets, size=2),
    Technique.NAKED_SINGLE: naked_singles,
    Technique.DIRECT_HIDDEN_TRIPLET: partial(direct_hidden_subsets, size=3),
    Technique.POINTING: pointing,
    Technique.CLAIMING: claiming,
    Technique.NAKED_PAIR: partial(naked_subsets, size=2),
    Technique.X_WING: partial(fish, size=2),
    Technique.HIDDEN_PAIR: partial(hidden_subsets, size=2),
    Technique.NAKED_TRIPLET: partial(naked_subsets, size=3),
    Technique.SWORDFISH: partial(fish, size=3),
    Technique.HIDDEN_TRIPLET: partial(hidden_subsets, size=3),
    Technique.SKYSCRAPER: skyscrapers,
    Technique.TWO_STRING_KITE: two_string_kites,
    Technique.XY_WING: xy_wings,
    Technique.EMPTY_RECTANGLE: empty_rectangles,
    Technique.TURBOT_FISH: turbot_fish,
    Technique.XYZ_WING: xyz_wings,
    Technique.W_WING: w_wings,
    Technique.UNIQUE_RECTANGLE_1: unique_rectangles_1,
    Technique.UNIQUE_RECTANGLE_2: unique_rectangles_2,
    Technique.UNIQUE_RECTANGLE_4: unique_rectangles_4,
    Technique.AVOIDABLE_RECTANGLE_1: avoidable_rectangles_1,
    Technique.AVOIDABLE_RECTANGLE_2: avoidable_rectangles_2,
    Technique.UNIQUE_RECTANGLE_3: unique_rectangles_3,
    Technique.UNIQUE_RECTANGLE_5: unique_rectangles_5,
    Technique.UNIQUE_RECTANGLE_6: unique_rectangles_6,
    Technique.HIDDEN_RECTANGLE: hidden_rectangles,
    Technique.UNIQUE_LOOP_1: unique_loops_1,
    Technique.UNIQUE_LOOP_2: unique_loops_2,
    Technique.UNIQUE_LOOP_4: unique_loops_4,
    Technique.UNIQUE_LOOP_3: unique_loops_3,
    Technique.FINNED_X_WING: partial(finned_fish, size=2),
    Technique.FINNED_SWORDFISH: partial(finned_fish, size=3),
    Technique.NAKED_QUAD: partial(naked_subsets, size=4),
    Technique.JELLYFISH: partial(fish, size=4),
    Technique.HIDDEN_QUAD: partial(hidden_subsets, size=4),
    Technique.GROUPED_X_CHAIN: grouped_x_chains,
    Technique.WXYZ_WING: wxyz_wings,
    Technique.COLOUR_TRAP: colour_traps,
    Technique.COLOUR_WRAP: colour_wraps,
    Technique.FINNED_JELLYFISH: partial(finned_fish, size=4),
    Technique.REMOTE_PAIR: remote_pairs,
    Technique.BUG: bugs,
    Technique.BUG_2: bugs_2,
    Technique.BUG_4: bugs_4,
    Technique.BUG_3: bugs_3,
    Technique.FINNED_FISH: partial(finned_fish, size=5),
    Technique.VWXYZ_WING: vwxyz_wings,
    Technique.UVWXYZ_WING: uvwxyz_wings,
    Technique.X_CHAIN: x_chains,
    Technique.XY_CHAIN: xy_chains,
    Technique.NICE_LOOP: nice_loops,
    Technique.AIC: alternating_chains,
    Technique.GROUPED_AIC: grouped_chains,
    Technique.SUE_DE_COQ: sue_de_coq,
    Technique.ALS_XZ: als_pairs,
    Technique.NISHIO: nishio,
    Technique.FORCING_CHAIN: forcing_chains,
    Technique.FORCING_NET: forcing_nets,
    Technique.NESTED_NET: nested_nets,
    Technique.DEEP_NET: deep_nets,
    Technique.FRANKEN_FISH: franken_fish,
    Technique.MUTANT_FISH: mutant_fish,
    Technique.LARGE_ALS_XZ: large_als_pairs,
    Technique.ALS_XY_WING: als_xy_wings,
    Technique.ALS_CHAIN: als_chains,
    Technique.DEATH_BLOSSOM: death_blossoms,
}

FORCING = frozenset(
    {
        Technique.NISHIO,
        Technique.FORCING_CHAIN,
        Technique.FORCING_NET,
        Technique.NESTED_NET,
        Technique.DEEP_NET,
    }
)
"""The techniques that suppose something and follow it: their steps have `cases`."""

CHAINS = frozenset(
    {Technique.X_CHAIN, Technique.XY_CHAIN, Technique.NICE_LOOP, Technique.AIC}
)
"""The techniques, side by side, of which the one with the easiest step comes first."""

SLOW = FORCING | {
    Technique.FRANKEN_FISH,
    Technique.MUTANT_FISH,
    Technique.LARGE_ALS_XZ,
    Technique.ALS_XY_WING,
    Technique.ALS_CHAIN,
    Technique.DEATH_BLOSSOM,
}
"""The techniques that take long to find, and too long in grids beyond `LARGEST`."""

LARGEST = 16
"""The size of the largest grid in which all techniques are sought."""

NEED_ONE_SOLUTION = frozenset(
    {
        Technique.UNIQUE_RECTANGLE_1,
        Technique.UNIQUE_RECTANGLE_2,
        Technique.UNIQUE_RECTANGLE_3,
        Technique.UNIQUE_RECTANGLE_4,
        Technique.UNIQUE_RECTANGLE_5,
        Technique.UNIQUE_RECTANGLE_6,
        Technique.HIDDEN_RECTANGLE,
        Technique.AVOIDABLE_RECTANGLE_1,
        Technique.AVOIDABLE_RECTANGLE_2,
        Technique.UNIQUE_LOOP_1,
        Technique.UNIQUE_LOOP_2,
        Technique.UNIQUE_LOOP_3,
        Technique.UNIQUE_LOOP_4,
        Technique.BUG,
        Technique.BUG_2,
        Technique.BUG_3,
        Technique.BUG_4,
    }
)
"""The techniques that hold only for a puzzle known to have exactly one solution."""

RATED = frozenset(TECHNIQUES) - {
    Technique.W_WING,
    Technique.AVOIDABLE_RECTANGLE_1,
    Technique.AVOIDABLE_RECTANGLE_2,
    Technique.UNIQUE_RECTANGLE_5,
    Technique.UNIQUE_RECTANGLE_6,
    Technique.HIDDEN_RECTANGLE,
    Technique.FINNED_X_WING,
    Technique.FINNED_SWORDFISH,
    Technique.FINNED_JELLYFISH,
    Technique.FINNED_FISH,
    Technique.FRANKEN_FISH,
    Technique.MUTANT_FISH,
    Technique.COLOUR_TRAP,
    Technique.COLOUR_WRAP,
    Technique.REMOTE_PAIR,
    Technique.GROUPED_AIC,
    Technique.SUE_DE_COQ,
    Technique.ALS_XZ,
    Technique.LARGE_ALS_XZ,
    Technique.ALS_XY_WING,
    Technique.ALS_CHAIN,
    Technique.DEATH_BLOSSOM,
}
"""The techniques that Sudoku Explainer knows, by the same or another name."""
