"""Every technique, in the order in which they are tried: the easiest first.

The order is that of Sudoku Explainer, as far as it knows them, so that the hardest step
of a walk with its techniques alone rates a puzzle as it does. Patterns that take long
to find come last; a walk hardly ever gets to them.
"""

from enum import Enum
from functools import partial

from solver.logic import sentences as say
from solver.logic.basics.locked import (
    claiming,
    direct_locked_digits,
    locked_digits,
    pointing,
)
from solver.logic.basics.singles import full_houses, hidden_singles, naked_singles
from solver.logic.basics.subsets import (
    direct_hidden_subsets,
    hidden_subsets,
    naked_subsets,
)
from solver.logic.chains.chains import chains, chains_on_one_digit, nice_loops
from solver.logic.chains.colouring import colour_traps, colour_wraps, remote_pairs
from solver.logic.chains.links import any_links, cell_links, grouped_links
from solver.logic.chains.single_digit import (
    empty_rectangles,
    skyscrapers,
    two_string_kites,
)
from solver.logic.chains.wings import pincers, w_wings
from solver.logic.fishes.finned import finned_fish, franken_fish, mutant_fish
from solver.logic.fishes.fish import fish
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
from solver.logic.uniqueness.graves import bugs, bugs_2, bugs_3, bugs_4
from solver.logic.uniqueness.loops import loops
from solver.logic.uniqueness.rectangles import (
    avoidable_rectangles_1,
    avoidable_rectangles_2,
    crossed_rectangles,
    hidden_rectangles,
    rectangles,
    rectangles_on_pairs,
    scattered_rectangles,
)

ONE_SOLUTION, FORCING, SLOW, CHAIN, OURS = Trait


class Technique(Kind, Enum):
    """The techniques, each with its name, difficulty, finder, sentence and traits."""

    FULL_HOUSE = ("Full house", 1.0, full_houses, say.FULL_HOUSE)
    HIDDEN_SINGLE = ("Hidden single", 1.2, hidden_singles, say.HIDDEN_SINGLE)
    DIRECT_POINTING = (
        "Direct pointing",
        1.7,
        partial(direct_locked_digits, pairs=pointing),
        say.DIRECT_LOCKED,
    )
    DIRECT_CLAIMING = (
        "Direct claiming",
        1.9,
        partial(direct_locked_digits, pairs=claiming),
        say.DIRECT_LOCKED,
    )
    DIRECT_HIDDEN_PAIR = (
        "Direct hidden pair",
        2.0,
        partial(direct_hidden_subsets, size=2),
        say.DIRECT_HIDDEN,
    )
    NAKED_SINGLE = ("Naked single", 2.3, naked_singles, say.NAKED_SINGLE)
    DIRECT_HIDDEN_TRIPLET = (
        "Direct hidden triplet",
        2.5,
        partial(direct_hidden_subsets, size=3),
        say.DIRECT_HIDDEN,
    )
    POINTING = ("Pointing", 2.6, partial(locked_digits, pairs=pointing), say.LOCKED)
    CLAIMING = ("Claiming", 2.8, partial(locked_digits, pairs=claiming), say.LOCKED)
    NAKED_PAIR = ("Naked pair", 3.0, partial(naked_subsets, size=2), say.NAKED)
    X_WING = ("X-wing", 3.2, partial(fish, size=2), say.FISH)
    HIDDEN_PAIR = ("Hidden pair", 3.4, partial(hidden_subsets, size=2), say.HIDDEN)
    NAKED_TRIPLET = ("Naked triplet", 3.6, partial(naked_subsets, size=3), say.NAKED)
    SWORDFISH = ("Swordfish", 3.8, partial(fish, size=3), say.FISH)
    HIDDEN_TRIPLET = (
        "Hidden triplet",
        4.0,
        partial(hidden_subsets, size=3),
        say.HIDDEN,
    )
    SKYSCRAPER = ("Skyscraper", 4.0, skyscrapers, say.TURBOT)
    TWO_STRING_KITE = ("Two-string kite", 4.1, two_string_kites, say.TURBOT)
    XY_WING = ("XY-wing", 4.2, partial(pincers, size=2), say.XY_WING)
    EMPTY_RECTANGLE = ("Empty rectangle", 4.3, empty_rectangles, say.EMPTY_RECTANGLE)
    TURBOT_FISH = (
        "Turbot fish",
        4.3,
        partial(chains_on_one_digit, longest=2),
        say.CHAIN,
    )
    XYZ_WING = ("XYZ-wing", 4.4, partial(pincers, size=3), say.XYZ_WING)
    W_WING = ("W-wing", 4.4, w_wings, say.W_WING, OURS)
    UNIQUE_RECTANGLE_1 = (
        "Unique rectangle, type 1",
        4.5,
        partial(one_cell_more, patterns=rectangles_on_pairs),
        say.NEITHER,
        ONE_SOLUTION,
    )
    UNIQUE_RECTANGLE_2 = (
        "Unique rectangle, type 2",
        4.5,
        partial(one_digit_more, patterns=rectangles_on_pairs),
        say.ONE_MORE,
        ONE_SOLUTION,
    )
    UNIQUE_RECTANGLE_4 = (
        "Unique rectangle, type 4",
        4.5,
        partial(one_of_the_pair, patterns=rectangles_on_pairs),
        say.ONE_OF_PAIR,
        ONE_SOLUTION,
    )
    AVOIDABLE_RECTANGLE_1 = (
        "Avoidable rectangle, type 1",
        4.5,
        avoidable_rectangles_1,
        say.AVOIDABLE_RECTANGLE_1,
        ONE_SOLUTION | OURS,
    )
    AVOIDABLE_RECTANGLE_2 = (
        "Avoidable rectangle, type 2",
        4.6,
        avoidable_rectangles_2,
        say.AVOIDABLE_RECTANGLE_2,
        ONE_SOLUTION | OURS,
    )
    UNIQUE_RECTANGLE_3 = (
        "Unique rectangle, type 3",
        4.6,
        partial(subset_of_the_rest, patterns=rectangles),
        say.ROOF,
        ONE_SOLUTION,
    )
    UNIQUE_RECTANGLE_5 = (
        "Unique rectangle, type 5",
        4.6,
        partial(one_digit_more, patterns=scattered_rectangles),
        say.ONE_MORE,
        ONE_SOLUTION | OURS,
    )
    UNIQUE_RECTANGLE_6 = (
        "Unique rectangle, type 6",
        4.7,
        crossed_rectangles,
        say.UNIQUE_RECTANGLE_6,
        ONE_SOLUTION | OURS,
    )
    HIDDEN_RECTANGLE = (
        "Hidden rectangle",
        4.8,
        hidden_rectangles,
        say.HIDDEN_RECTANGLE,
        ONE_SOLUTION | OURS,
    )
    UNIQUE_LOOP_1 = (
        "Unique loop, type 1",
        4.5,
        partial(one_cell_more, patterns=loops),
        say.NEITHER,
        ONE_SOLUTION,
    )
    UNIQUE_LOOP_2 = (
        "Unique loop, type 2",
        4.5,
        partial(one_digit_more, patterns=loops),
        say.ONE_MORE,
        ONE_SOLUTION,
    )
    UNIQUE_LOOP_4 = (
        "Unique loop, type 4",
        4.5,
        partial(one_of_the_pair, patterns=loops),
        say.ONE_OF_PAIR,
        ONE_SOLUTION,
    )
    UNIQUE_LOOP_3 = (
        "Unique loop, type 3",
        4.6,
        partial(subset_of_the_rest, patterns=loops),
        say.ROOF,
        ONE_SOLUTION,
    )
    FINNED_X_WING = (
        "Finned X-wing",
        3.4,
        partial(finned_fish, size=2),
        say.FINNED,
        OURS,
    )
    FINNED_SWORDFISH = (
        "Finned swordfish",
        4.0,
        partial(finned_fish, size=3),
        say.FINNED,
        OURS,
    )
    NAKED_QUAD = ("Naked quad", 5.0, partial(naked_subsets, size=4), say.NAKED)
    JELLYFISH = ("Jellyfish", 5.2, partial(fish, size=4), say.FISH)
    HIDDEN_QUAD = ("Hidden quad", 5.4, partial(hidden_subsets, size=4), say.HIDDEN)
    GROUPED_X_CHAIN = (
        "Grouped X-chain",
        5.5,
        partial(chains_on_one_digit, longest=3),
        say.CHAIN,
    )
    WXYZ_WING = ("WXYZ-wing", 5.5, partial(als_wings, size=3), say.ALS)
    COLOUR_TRAP = ("Simple colouring, trap", 5.5, colour_traps, say.COLOUR_TRAP, OURS)
    COLOUR_WRAP = ("Simple colouring, wrap", 5.5, colour_wraps, say.COLOUR_WRAP, OURS)
    FINNED_JELLYFISH = (
        "Finned jellyfish",
        5.4,
        partial(finned_fish, size=4),
        say.FINNED,
        OURS,
    )
    REMOTE_PAIR = ("Remote pair", 5.5, remote_pairs, say.REMOTE_PAIR, OURS)
    BUG = ("BUG+1", 5.6, bugs, say.BUG, ONE_SOLUTION)
    BUG_2 = ("BUG, type 2", 5.7, bugs_2, say.BUG_2, ONE_SOLUTION)
    BUG_4 = ("BUG, type 4", 5.7, bugs_4, say.BUG_4, ONE_SOLUTION)
    BUG_3 = ("BUG, type 3", 5.8, bugs_3, say.BUG_3, ONE_SOLUTION)
    FINNED_FISH = ("Larger fish", 5.8, partial(finned_fish, size=5), say.FINNED, OURS)
    VWXYZ_WING = ("VWXYZ-wing", 6.3, partial(als_wings, size=4), say.ALS)
    UVWXYZ_WING = ("UVWXYZ-wing", 6.6, partial(als_wings, size=5), say.ALS)
    X_CHAIN = ("X-chain", 6.6, chains_on_one_digit, say.CHAIN, CHAIN)
    XY_CHAIN = ("XY-chain", 7.0, partial(chains, link=cell_links), say.CHAIN, CHAIN)
    NICE_LOOP = ("Continuous nice loop", 6.5, nice_loops, say.NICE_LOOP, CHAIN)
    AIC = (
        "Alternating inference chain",
        7.0,
        partial(chains, link=any_links),
        say.CHAIN,
        CHAIN,
    )
    GROUPED_AIC = (
        "Grouped chain",
        7.0,
        partial(chains, link=grouped_links),
        say.CHAIN,
        OURS,
    )
    SUE_DE_COQ = ("Sue de Coq", 7.3, sue_de_coq, say.SUE_DE_COQ, OURS)
    ALS_XZ = ("ALS-XZ", 7.5, partial(als_pairs, most=3), say.ALS, OURS)
    NISHIO = ("Nishio", 7.5, nishio, "", FORCING)
    FORCING_CHAIN = ("Forcing chain", 8.0, forcing_chains, "", FORCING)
    FORCING_NET = ("Forcing net", 8.5, forcing_nets, "", FORCING)
    NESTED_NET = ("Nested forcing net", 9.0, nested_nets, "", FORCING)
    DEEP_NET = ("Deeply nested forcing net", 9.5, deep_nets, "", FORCING)
    FRANKEN_FISH = ("Franken fish", 6.2, franken_fish, say.FINNED, SLOW | OURS)
    MUTANT_FISH = ("Mutant fish", 6.4, mutant_fish, say.FINNED, SLOW | OURS)
    LARGE_ALS_XZ = ("ALS-XZ with large sets", 7.5, als_pairs, say.ALS, SLOW | OURS)
    ALS_XY_WING = (
        "ALS-XY-wing",
        7.5,
        partial(als_chains, longest=3),
        say.CHAIN,
        SLOW | OURS,
    )
    ALS_CHAIN = ("ALS chain", 7.5, als_chains, say.CHAIN, SLOW | OURS)
    DEATH_BLOSSOM = (
        "Death blossom",
        8.2,
        death_blossoms,
        say.DEATH_BLOSSOM,
        SLOW | OURS,
    )
