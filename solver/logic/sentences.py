"""Steps in words: one template a technique, English as the reference.

The templates are meant to be translated. Their fields hold names, digits and signs;
the names of cells and houses and the making of lists are given as functions. A digit
never follows the number of a house: "the digits 2 and 5". A template may use any of:

cell       where the step places a digit
in_cell    the same in words: "in row 1, column 2"; "in column 2" where the sentence is
           about row 1
digit      the digit placed; if none is, the first of `digits`
other      the second of `digits`
others     `digits` without the first
digits     all `digits` of the pattern
cells      the cells of the pattern
any_cell   one of these: "r1c1 or r1c2"
ends       the cells at its ends
any_end    one of these
house      the first of `houses`
target     the last of `houses`
houses     all `houses` of the pattern
cover      the first of `covers`
covers     all `covers`: the houses where something is ruled out
any_cover  one of these
removed    what is ruled out: "no 5 in r1c2 and r3c4, no 5 or 7 in r3c5"
chain      "r1c1 ≠ 5 → r1c7 = 5 → ..."
then       what follows from a supposition: "r1c1 = 5 (row 1) → ..."; the house in
           brackets has no other place left for the digit
cases      the suppositions, a sentence for each
conclusion what follows: "r1c2 = 5"; as `removed` if nothing is placed
"""

LOCKED = (
    "In {house}, the {digit} must be in {any_cell}, within {cover}. So it cannot be "
    "elsewhere in {cover}: {removed}."
)
# houses: where the digit is locked, then where one place is left
DIRECT_LOCKED = (
    "In {house}, the {digit} must be in {any_cell}, within {cover}. So in {target}, "
    "{cell} is the only place left for a {digit}."
)
DIRECT_HIDDEN = (
    "In {house}, the digits {digits} can only be in {cells}, which have no room for "
    "anything else. So in {house}, {cell} is the only place left for a {digit}."
)
NAKED = (
    "In {house}, {cells} can hold nothing but the digits {digits}. So no other cell of "
    "{house} can hold one of these: {removed}."
)
HIDDEN = (
    "In {house}, the digits {digits} can only be in {cells}. So these cells hold "
    "nothing else: {removed}."
)
FISH = (
    "In {houses} alike, the {digit} can only be in {covers}. So it cannot be elsewhere "
    "in {covers}: {removed}."
)
FINNED = (
    "In {houses} alike, the {digit} can only be in {covers}, or in {any_end}. If it is "
    "not in {any_end}, it cannot be elsewhere in {covers}; if it is, the same is ruled "
    "out: {removed}."
)
TURBOT = (
    "In {houses} alike, the {digit} has only two places left. {cells} are both in "
    "{cover} and cannot both be a {digit}. So {any_end} is a {digit}, and therefore: "
    "{removed}."
)
# cells and ends: the two colours
COLOURS = (
    "The places for a {digit} are linked in pairs: it is either in {cells}, or in "
    "{ends}. "
)
# cells: the corners of a rectangle, or those of a loop; ends: those of them that can
# hold more than the pair
PAIR = (
    "If {cells} held nothing but the digits {digits}, these two could change places, "
    "and the puzzle would have two solutions. "
)
# cells and ends: the two sets; digits: those that only one of them can hold
GROUPS = (
    "In {cells}, one digit more is possible than there are cells, and likewise in "
    "{ends}. "
)
ALS = GROUPS + (
    "Only one of the two groups can hold a {digit}, and the other one then holds all "
    "its other digits: {removed}."
)
ALS_TWICE = GROUPS + (
    "Each of the digits {digits} can be in only one of the two groups, so both hold "
    "all their other digits: {removed}."
)
CHAIN = (
    "Each of these leads to the next: {chain}. "
    "So the first is wrong or the last is right, and either way: {removed}."
)

NEITHER = PAIR + "So {ends} holds neither: {removed}."
ONE_MORE = (
    PAIR.replace("{digits}", "{others}") + "So {any_end} must be a {digit}: {removed}."
)
# ends: the roof, then the cells that make a subset with it
ROOF = (
    "If {cells} held only the two digits that they share, these could change places, "
    "and the puzzle would have two solutions. So the digits {digits} must be in "
    "{ends}, and no other cell of {house} can hold them: {removed}."
)
ONE_OF_PAIR = PAIR + "In {house}, the {other} must be in {any_end}, so: {removed}."

GRAVE = (
    "If only two digits were left in each of {cells}, every empty cell would have two, "
    "each twice in every row, column and box, and the puzzle would have two solutions. "
)

FULL_HOUSE = "In {house}, only a {digit} is still missing. It goes {in_cell}."
HIDDEN_SINGLE = "In {house}, a {digit} can only go {in_cell}."
NAKED_SINGLE = (
    "{in_cell}, only a {digit} is possible: every other digit is already ruled out "
    "there."
)
# cells: the pivot; ends: the pincers; digits: that of the pincers first
XY_WING = "Whichever digit {cells} holds, {any_end} must be a {digit}: {removed}."
# houses: the box, then the line with two places; cells: these two places;
# covers: the row and the column that hold all places of the box
EMPTY_RECTANGLE = (
    "In {house}, the {digit} can only be in {any_cover}. In {target}, it must be "
    "in {any_cell}. Either way: {removed}."
)
XYZ_WING = (
    "Whichever digit {cells} holds, there must be a {digit} in it or in {any_end}: "
    "{removed}."
)
# cells: the places of the second digit in the house; ends: the equal pairs
W_WING = (
    "{ends} can each hold only the digits {digits}. In {house}, the {other} must "
    "be in {any_cell}, so {ends} cannot both be a {other}. So {any_end} is a "
    "{digit}: {removed}."
)
# cells: the corners that are filled in
AVOIDABLE_RECTANGLE_1 = (
    "If {ends} were a {digit}, two digits could change places there and in "
    "{cells}, and the puzzle would have two solutions: {removed}."
)
AVOIDABLE_RECTANGLE_2 = (
    "If there were no {digit} in {ends}, two digits could change places there and "
    "in {cells}, and the puzzle would have two solutions. So {any_end} is a "
    "{digit}: {removed}."
)
UNIQUE_RECTANGLE_6 = (
    PAIR + "In {houses} alike, the {other} must be in one of these cells. "
    "If it were in {any_end}, nothing else would be left for them, so: {removed}."
)
HIDDEN_RECTANGLE = (
    PAIR + "In {houses} alike, the {other} must be in one of these cells. "
    "If {ends} were a {digit}, nothing else would be left for them, so: {removed}."
)
COLOUR_TRAP = COLOURS + "Either way: {removed}."
COLOUR_WRAP = COLOURS + "In the first case {house} would hold it twice, so: {removed}."
# cells and ends: those that hold the digits in turn
REMOTE_PAIR = (
    "Some cells can hold nothing but the digits {digits}, and two of them in one "
    "row, column or box must differ. So one digit is in {cells}, the other in "
    "{ends}. Either way: {removed}."
)
BUG = (
    "If {cell} were not a {digit}, every empty cell would be left with two digits, "
    "each twice in every row, column and box, and the puzzle would have two "
    "solutions. So {cell} is a {digit}."
)
# cells: those with more than two digits; ends: these and those of a subset
BUG_2 = GRAVE + "So {any_cell} must be a {digit}: {removed}."
BUG_4 = GRAVE + "In {house}, the {digit} must be in {any_cell}, so: {removed}."
BUG_3 = GRAVE + (
    "So the digits {digits} must be in {ends}, and no other cell of {house} "
    "can hold them: {removed}."
)
NICE_LOOP = (
    "Each of these leads to the next, and the last to the first: {chain}. So of "
    "any two neighbours in this loop one is true, and whichever it is: {removed}."
)
# cells: where box and line cross; ends: the cells beside them
SUE_DE_COQ = (
    "In {houses}, {cells}, together with {ends}, have just enough room for the "
    "digits {digits}. So none of these can be missing there: {removed}."
)
# cells: the stem; ends: the petals; digits: what is ruled out, those of the stem
DEATH_BLOSSOM = (
    "Whichever of the digits {others} is in {cells}, a group among {ends} loses "
    "it, and must then hold a {digit}: {removed}."
)

SUPPOSED = "Suppose {cell} were a {digit}. Then {then}. So {cell} is not a {digit}."
SUPPOSED_NOT = "Suppose {cell} were not a {digit}. Then {then}. So {cell} is a {digit}."
IN_CELL = "{cells} must hold some digit. {cases} So in every case {conclusion}."
IN_HOUSE = (
    "In {house}, there must be a {digits}. {cases} So in every case {conclusion}."
)
EITHER_WAY = "{cases} So either way {conclusion}."
CASE = "If {supposed}, then {then}."
OTHERWISE = "{mark} (otherwise {then})"
BECAUSE_OF = "{mark} ({house})"
NO_DIGIT = "no digit is left for {cell}"
NO_PLACE = "no place is left for a {digit} in {house}"
RULED_OUT = "no {digits} in {any_cell}"
