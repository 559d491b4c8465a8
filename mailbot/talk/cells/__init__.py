"""What is said of cells: which digit is asserted of each, or asked for.

In: words of a person, and their language. Out: `asserted.Asserted`, a digit for
each cell that one is asserted of, and what was not understood. The words of each
language are tables in `mailbot/language/CODE/grammar.toml`.

    clauses      the parts of a sentence, each with its cells and digits
    asserted     what is asserted of a cell, and the question that it may answer
    kinds        patterns over the kinds of the words of a clause
    digits       table: which numbers are digits of a cell, and not of another thing
    stands       table: which digits are affirmed, denied, only supposed, or a stain
    assertion    what one clause asserts
    statements   what all clauses of a letter assert
    inquiry      questions for the digit of a cell, or for the cell of a digit

To hear a new way to say something, add a row with an example to a table.
"""
