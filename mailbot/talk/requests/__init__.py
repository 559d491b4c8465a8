"""What a letter asks for, as a list of requests, and what it forbids.

In: what was said (`mailbot.talk.said`), and the situation it stands in. Out:
`model.Request`s in the letter's order, and `model.Limit`s.

    patterns     which structure of a sentence speaks for which act, as a table
    counts       numbers that count steps, digits or puzzles
    scopes       what an act is about: a house, cells, a digit, a puzzle
    fresh        which new puzzles are wanted
    denials      what a sentence forbids by its words
    acts         which act each sentence asks for: the word model and the patterns
    parting      the parts of a sentence that asks for several things
    asking       how surely each sentence asks for something, or forbids it
    doubles      requests that another one says better
    reading      the requests of a letter

To teach a new way of asking, add phrases to the books and train anew; a structure that
all languages share is a row of `patterns`, a word is a word of `concepts.toml`.
"""
