"""Familiar and polite forms of address: who gets which."""

import pytest

from mailbot.language.address import form_of_address
from mailbot.language.catalogue import language_of


@pytest.mark.parametrize(
    ("code", "text", "familiar"),
    [
        ("de", "Guten Tag, könnten Sie mir bitte helfen?", False),
        ("de", "Ich hoffe, Ihnen geht es gut.", False),
        ("de", "kannst du mir helfen", True),
        ("de", "Danke! Sie ist richtig.", None),
        ("de", "Tipp", None),
        ("fr", "Bonjour, pourriez-vous m'aider ?", False),
        ("fr", "tu peux m'aider stp", True),
        ("es", "¿Me podría usted ayudar?", False),
        ("es", "dame una pista", True),
        ("nl", "Kunt u mij helpen?", False),
        ("nl", "kun je me helpen", True),
        ("sv", "kan du hjälpa mig", None),
        ("it", "Ciao, mi dai un indizio? Ti ringrazio.", True),
        ("it", "Buongiorno, potrebbe darmi un indizio? La ringrazio.", False),
        ("it", "Gentile signore, Le mando un sudoku.", False),
        ("it", "Un indizio, per favore. Le ultime due righe sono facili.", None),
    ],
)
def test_how_a_person_speaks_is_told_by_their_words(
    code: str, text: str, familiar: bool | None
) -> None:
    assert form_of_address(text, code) is familiar


@pytest.mark.parametrize(
    ("code", "familiar", "said"),
    [
        ("de", True, "Dein Rätsel"),
        ("de", False, "Ihr Rätsel"),
        ("de", None, "Ihr Rätsel"),
        ("fr", True, "Ta grille"),
        ("fr", None, "Votre grille"),
        ("es", None, "Tu sudoku"),
        ("es", False, "Su sudoku"),
        ("it", None, "Il tuo sudoku"),
        ("it", False, "Il Suo sudoku"),
        ("nl", None, "Je puzzel"),
        ("nl", False, "Uw puzzel"),
    ],
)
def test_a_reply_speaks_as_the_person_does_else_as_strangers_do(
    code: str, familiar: bool | None, said: str
) -> None:
    sentence = language_of(code, familiar).gettext(
        "Your puzzle has exactly one solution."
    )
    assert sentence.startswith(said)
