"""What mail providers write on a letter that arrives, with the settings for each.

The headers have the form and the order that each provider gives them; names, numbers
and signatures are made up. The letter of a forger has what he can add: headers below
those of the provider.
"""

import tomllib
from pathlib import Path

import pytest

from mailbot.mail.message.letter import parse
from mailbot.policy.authentication import Standing, judge
from tests.cases import data_of

ROOT = Path(__file__).parents[2]

SENT, GMAIL, FASTMAIL, FASTMAIL_PASS, MICROSOFT, OPENDKIM, RSPAMD = data_of(
    __file__,
    "sent",
    "gmail",
    "fastmail",
    "fastmail_pass",
    "microsoft",
    "opendkim",
    "rspamd",
)
"""What the sender's own server handed over."""

GMAIL_PASS = """\
dkim=pass header.i=@home.test header.s=k1 header.b=Ab3/cd+E;
       spf=pass (google.com: domain of ada@home.test designates 192.0.2.9 as permitted
 sender) smtp.mailfrom=ada@home.test;
       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=home.test"""
GMAIL_NONE = "spf=neutral (google.com: 192.0.2.66 is neither) smtp.mailfrom=x@evil.test"

FASTMAIL_NONE = (
    "dkim=none (no signatures found); dmarc=none; spf=none smtp.mailfrom=x@e.test"
)

MICROSOFT_PASS = """\
spf=pass (sender IP is 192.0.2.9) smtp.mailfrom=home.test;
 dkim=pass (signature was verified) header.d=home.test;dmarc=pass action=none
 header.from=home.test;compauth=pass reason=100"""

[OPENDKIM_PASS] = data_of(__file__, "opendkim_pass")
OPENDKIM_NONE = """\
Authentication-Results: mail.example.org; dmarc=none (p=none dis=none)
 header.from=home.test
"""

RSPAMD_PASS = """\
dkim=pass header.d=home.test header.s=k1 header.b=Ab3cdE12;
\tspf=pass (mail.example.org: domain of ada@home.test designates 192.0.2.9 as permitted
 sender) smtp.mailfrom=ada@home.test;
\tdmarc=pass (policy=reject) header.from=home.test"""
RSPAMD_NONE = "dkim=none;\n\tspf=none smtp.mailfrom=x@evil.test;\n\tdmarc=none"

PROVIDERS = {
    "gmail": (GMAIL, GMAIL_PASS, GMAIL_NONE),
    "fastmail": (FASTMAIL, FASTMAIL_PASS, FASTMAIL_NONE),
    "opendkim": (OPENDKIM, OPENDKIM_PASS, OPENDKIM_NONE),
    "rspamd": (RSPAMD, RSPAMD_PASS, RSPAMD_NONE),
}
PRESETS = {"opendkim": "dovecot-postfix", "rspamd": "dovecot-postfix"}


def trusted(preset: str) -> str:
    text = Path(ROOT, "config", f"{preset}.toml").read_text()
    return str(tomllib.loads(text)["authserv_id"])


def standing(form: str, results: str, ours: str, sent: str = SENT) -> Standing:
    letter = form.format(results=results) + sent
    return judge(parse(letter.encode()).envelope, ours).standing


@pytest.mark.parametrize("name", PROVIDERS)
def test_the_preset_of_a_provider_believes_what_the_provider_writes(name: str) -> None:
    form, passed, nothing = PROVIDERS[name]
    ours = trusted(PRESETS.get(name, name))
    assert standing(form, passed, ours) is Standing.PROVEN
    assert standing(form, nothing, ours) is Standing.UNPROVEN
    failed = passed.replace("dmarc=pass", "dmarc=fail")
    assert standing(form, failed, ours) is Standing.FAILED


@pytest.mark.parametrize("name", PROVIDERS)
def test_what_a_forger_writes_below_proves_nothing(name: str) -> None:
    form, passed, nothing = PROVIDERS[name]
    ours = trusted(PRESETS.get(name, name))
    server = ours.replace("*", "phl-mx-07")
    forged = f"Authentication-Results: {server}; dmarc=pass header.from=home.test\n"
    whole = form.format(results=passed)
    for added in (forged, whole, whole[whole.index("Authentication-Results:") :]):
        assert standing(form, nothing, ours, added + SENT) is Standing.UNPROVEN


def test_results_without_a_name_as_microsoft_writes_them_are_not_believed() -> None:
    ours = trusted("microsoft365")
    assert ours == ""
    assert standing(MICROSOFT, MICROSOFT_PASS, ours) is Standing.UNPROVEN
    for guess in ("example.com", "spf=pass", "mx.microsoft.com", "*.outlook.com"):
        assert standing(MICROSOFT, MICROSOFT_PASS, guess) is Standing.UNPROVEN
