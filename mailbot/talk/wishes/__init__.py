"""What was written now, and what the person wants by it.

In: a letter, or the words of one. Out: `words.Words` and `model.Wish`.

    newest       the lines that are not quoted
    words        subject, newest words, command, language
    features     the words, and what they are about, as the word model sees them
    classifier   how likely each wish is, by the word model (weights/README.md)
    denial       which of the words that we teach are said, and which are denied
    refusal      the sentences that only refuse the end of the puzzle
    situation    how likely each wish is where the words stand
    chances      how likely each wish is by what was said and where
    evidence     how likely a wish must be that does harm where nobody has it
    wish         the wish, by what was said and where
    automatic    letters that nobody wrote, going by their words
"""
