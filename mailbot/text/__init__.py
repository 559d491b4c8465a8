"""Puzzles that were typed: in text, HTML pages, links and attached text files.

In: the text or HTML of a letter. Out: Findings, each puzzle with its verdict.
`solver.notation` knows what a grid looks like when it is written; this package knows
where in a letter grids are, and turns each of these places into text.

    html       `read_page`: an HTML body -> text with its grids as rows, and its links
    markup     makes HTML harmless before it is parsed: known elements, bounded depth;
               the look of an element: bold or not, and its colour
    cellblock  cells of a page -> rows -> a grid, with the printed digits told apart
    typed      `read_text`: every grid in a text, judged; drops what is no puzzle
    regions    `find_regions`: cages and irregular regions that a text draws
    keys       filled grids that are the key of a puzzle that is not read
    candidates what the person has crossed out, by the candidates that are left
    areas      `find_areas`: where on a sheet of cells puzzles are
    separated  where no other form is found: CSV as such a sheet; and signs as a person
               typed them
    words      words with boxes, as on a printed page -> lines
    layout     lays out such words, and the characters of a PDF
    named      puzzles in formats that have a name, which `saves` reads
    printed    grids in what programs print, where no form with a name is found
    pasted     the lines of a program's output, which are no words of the person's
    dictated   rows that were spoken: row one, blank, five, three ...
    lack       what is missing if a text nearly holds a puzzle
    link       puzzles within links, and links that lead to a picture

What to change where: a form in which people type a grid goes into solver/notation, one
that programs print into printed, if it does not read it already; decoration
around the rows of a known form, into separated; an HTML element or attribute that is
to be read, or the way a puzzle site marks its givens, into markup; a site where people
share pictures, into link; the format of a program or a site, into saves.
"""
