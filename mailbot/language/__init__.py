"""All that is known of a language, one folder each; a new language is a new folder.

    language/sv/words.toml      commands, what mail programs write, names of puzzles
    language/sv/grammar.toml    words for cells, digits, numbers and denials
    language/sv/concepts.toml   what words are about, for the word model
    language/sv/phrases         what people write for each wish, to train that model
    language/sv/replies.po      the sentences of our replies, as a gettext catalogue

A folder with `replies.po` (and English, the language of the code) is a language that
replies are written in. The others hold what mail programs in that language write.

`folders` reads the files. The other modules each answer one question, `lexicon` and
`concepts` for a language, the others over all languages at once:

    catalogue   the sentences of a reply, and numbers and lists as people write them;
                how a person speaks to us: du, Sie
    commands    words that are a wish where nothing else is said
    concepts    what words are about: giving, the solution, that it is hard
    detection   which language a letter is written in
    lexicon     which words name cells and digits, affirm or deny
    puzzles     what people call kinds of puzzle, difficulties and techniques
    quoting     how mail programs announce what they quote
    robots      the subjects, sentences and addresses of automatic letters
    subjects    the prefixes of subjects: Re:, AW:, Fwd:
"""
