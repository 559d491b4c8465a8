"""A mailbox that solves Sudoku: letters in, solved replies out.

A map for maintainers. Each package's docstring is the map of its own room.

The walk of a letter
    1. `mail.imap` or `mail.spool` finds it; `worker.reception` records it in `ledger`.
    2. `cli.answering` asks `respond.admission`: `policy` decides by the headers alone
       whether the letter is answered, and to which address.
    3. `worker.turns` tells whose letter is read next; its bytes go to `pool`, where a
       sandboxed child process runs `respond.reader`, which parses all of it.
    4. `talk` takes out what the person wrote now. Where the letter quotes a reply of
       ours, it goes on with the puzzle of that reply.
    5. Else `respond.findings` reads the puzzles: `text` what was typed, `eye` pictures
       and documents; `judge` and the eye's `decide` ask `solver` what they are worth.
    6. `compose` writes the reply in the language of the letter.
    7. The child answers with content only. The parent joins it with what the headers
       decided, grants the reply against the caps and stores it in `ledger`;
       `worker.delivery` hands it to `mail.smtp`, and the letter is filed.

The walk of a photo
    `pictures.decode` -> `eye.find` (the lattice) -> `eye.read` (cells, digits, a second
    opinion by Tesseract) -> `eye.decide` (a solution that is sure, or questions).

What to change where
    a threshold of the eye      the top of the module that decides: the map of `eye`,
                                and that of `eye.decide`, tell which
    a sentence of the replies   `compose.phrases` or a template in English, then
                                `language/CODE/replies.po`
    a wish that is not          a line in `language/CODE/phrases`, then
      understood                `python -m tests.workshop.words.train`
    a word that means what      `language/CODE/concepts.toml`, then the same
      others do
    a word for a cell or digit  `language/CODE/grammar.toml`
    a sentence of automatic     `language/CODE/words.toml`; a header: `policy.machines`
      replies
    an act: what may be asked   `model.requests.Act`; how it is heard:
      for                       `talk.requests.patterns`; its answer: `compose.solving`
                                and a template of its name; what changes the puzzle:
                                `talk.thread.conversation`
    a new language              a folder in `language`: words, grammar, concepts,
                                phrases, replies
    a text form of puzzles      `solver.notation`
    a new puzzle                `solver.generator`, `respond.fresh`; the words for how
                                hard it is to be: `language/CODE/words.toml`
    a human technique           `solver.logic`, its words in `solver.logic.words`
    a mail provider             a file in `config/`; its login in `mail.oauth`
    a command of IMAP or SMTP   `mail.imap`, whose map has them by name; `mail.smtp`
    a state of a letter         `ledger.states`
    a setting                   its default in the option of the room that uses it
                                (`options`, `mail.options`, `pool.options`); its name
                                and description there, or in `settings.schema`, from
                                which tests/settings_document.py writes
                                config/mailbot.toml
    a command                   `cli.commands`

How things were measured
    The networks and their thresholds: `eye/weights/README.md`. The word model:
    `talk/wishes/weights/README.md`. A file of weights is loaded only if it fits the
    digest beside it (`weights`), which training writes. Speed, memory and search nodes:
    tests/bench, whose last results are tests/bench/RESULTS.md.
"""
