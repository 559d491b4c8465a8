"""What is said of cells: which digit is asserted of each, or asked for.

In: words of a person, and their language. Out: `asserted.Asserted`, a digit for
each cell that one is asserted of, and what was not understood. The words of each
language are tables in `mailbot/language/CODE/grammar.toml`.

    clauses      the parts of a sentence, each with its cells and digits
    asserted     what is asserted of a cell, and the question that it may answer
    figures      which tokens are digits of the grid
    contrast     which of several digits are affirmed, and which denied
    refusal      clauses that take back what they say
    unreal       clauses that tell of what is not so: if it were a 4
    retraction   sentences that take back what was told before them
    appearance   digits that turn out to be something else: the 4 was a stain
    answer       whether a digit is that of the cell, and not of another thing
    apart        digits beside a cell's name that are not its own
    exchange     requests to exchange a printed digit: swap the 4 for an 8
    inquiry      questions for the digit of a cell, or for the cell of a digit
    written      a row that is written out behind its name
    assertion    what one clause asserts
    telling      adds up what the clauses assert
    statements   what all clauses of a letter assert
"""
