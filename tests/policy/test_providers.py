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

ROOT = Path(__file__).parents[2]

SENT = """\
Received: from ada-laptop ([203.0.113.7]) by smtp.home.test with ESMTPSA id 5f2
 for <bot@bots.example>; Mon, 04 May 2026 11:59:58 +0000
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=home.test; s=k1; b=Zm9v
From: Ada <ada@home.test>
To: bot@bots.example
Subject: sudoku

53..7....
"""
"""What the sender's own server handed over."""

GMAIL = """\
Delivered-To: your.bot@gmail.com
Received: by 2002:a05:6402:5212:b0:4f2:1234:abcd with SMTP id b1csp100;
        Mon, 4 May 2026 05:00:00 -0700 (PDT)
X-Received: by 2002:a17:907:7f0f with SMTP id qf15mr123.4.171;
        Mon, 04 May 2026 05:00:00 -0700 (PDT)
ARC-Authentication-Results: i=1; mx.google.com;
       {results}
Return-Path: <ada@home.test>
Received: from smtp.home.test (smtp.home.test. [192.0.2.9])
        by mx.google.com with ESMTPS id a1si100.2026.05.04
        for <your.bot@gmail.com>
        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);
        Mon, 04 May 2026 05:00:00 -0700 (PDT)
Received-SPF: pass (google.com: domain of ada@home.test designates 192.0.2.9 as
 permitted sender) client-ip=192.0.2.9;
Authentication-Results: mx.google.com;
       {results}
"""
GMAIL_PASS = """\
dkim=pass header.i=@home.test header.s=k1 header.b=Ab3/cd+E;
       spf=pass (google.com: domain of ada@home.test designates 192.0.2.9 as permitted
 sender) smtp.mailfrom=ada@home.test;
       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=home.test"""
GMAIL_NONE = "spf=neutral (google.com: 192.0.2.66 is neither) smtp.mailfrom=x@evil.test"

FASTMAIL = """\
Return-Path: <ada@home.test>
Received: from phl-compute-04.internal (phl-compute-04.phl.internal [10.202.2.44])
\t by phl-sloti05d1t15 (Cyrus 3.13) with LMTPA; Mon, 04 May 2026 08:00:00 -0400
Received: from phl-mx-07.messagingengine.com ([10.202.2.206])
  by phl-compute-04.internal (LMTPProxy); Mon, 04 May 2026 08:00:00 -0400
Received: from phl-mx-07.messagingengine.com (localhost [127.0.0.1])
\tby mailmx.phl.internal (Postfix) with ESMTP id 11111
\tfor <your.bot@fastmail.com>; Mon,  4 May 2026 08:00:00 -0400 (EDT)
ARC-Authentication-Results: i=1;
    phl-mx-07.messagingengine.com; {results}
Authentication-Results: phl-mx-07.messagingengine.com; {results}
Received: from smtp.home.test (smtp.home.test [192.0.2.9])
\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))
\tby phl-mx-07.messagingengine.com (Postfix) with ESMTPS id 22222
\tfor <your.bot@fastmail.com>; Mon,  4 May 2026 08:00:00 -0400 (EDT)
"""
FASTMAIL_PASS = """\
arc=none (no signatures found);
    bimi=skipped (DMARC Policy is not at enforcement);
    dkim=pass (2048-bit rsa key sha256) header.d=home.test header.i=@home.test
    header.b=Ab3/cd+E header.a=rsa-sha256 header.s=k1 x-bits=2048;
    dmarc=pass policy.published-domain-policy=none
    policy.applied-disposition=none policy.evaluated-disposition=none
    (p=none,d=none,d.eval=none) policy.policy-from=p header.from=home.test;
    iprev=pass smtp.remote-ip=192.0.2.9 (smtp.home.test);
    spf=pass smtp.mailfrom=ada@home.test smtp.helo=smtp.home.test"""
FASTMAIL_NONE = (
    "dkim=none (no signatures found); dmarc=none; spf=none smtp.mailfrom=x@e.test"
)

MICROSOFT = """\
Received: from AM9P195MB1111.EURP195.PROD.OUTLOOK.COM (2603:10a6::1) by
 AS8P195MB2222.EURP195.PROD.OUTLOOK.COM with HTTPS; Mon, 4 May 2026 12:00:00 +0000
Received: from DB1PEPF000111.eurprd03.prod.outlook.com (2603:10a6::2) by
 AM9P195MB1111.EURP195.PROD.OUTLOOK.COM (2603:10a6::1) with Microsoft SMTP Server
 (version=TLS1_3) id 15.20.1; Mon, 4 May 2026 12:00:00 +0000
Authentication-Results: {results}
Received-SPF: Pass (protection.outlook.com: domain of home.test designates 192.0.2.9)
Received: from smtp.home.test (192.0.2.9) by DB1PEPF000111.mail.protection.outlook.com
 (10.167.8.1) with Microsoft SMTP Server id 15.20.1; Mon, 4 May 2026 12:00:00 +0000
"""
MICROSOFT_PASS = """\
spf=pass (sender IP is 192.0.2.9) smtp.mailfrom=home.test;
 dkim=pass (signature was verified) header.d=home.test;dmarc=pass action=none
 header.from=home.test;compauth=pass reason=100"""

OPENDKIM = """\
Return-Path: <ada@home.test>
Delivered-To: sudoku@example.org
Received: from mail.example.org by mail.example.org with LMTP id AbC
 (envelope-from <ada@home.test>) for <sudoku@example.org>;
 Mon, 04 May 2026 12:00:00 +0000
{results}Received: from smtp.home.test (smtp.home.test [192.0.2.9])
\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384; X25519 server-signature RSA-PSS)
\tby mail.example.org (Postfix) with ESMTPS id 33333
\tfor <sudoku@example.org>; Mon,  4 May 2026 12:00:00 +0000 (UTC)
"""
OPENDKIM_PASS = """\
Authentication-Results: mail.example.org; dmarc=pass (p=none dis=none)
 header.from=home.test
Authentication-Results: mail.example.org;
\tdkim=pass (2048-bit key; unprotected) header.d=home.test header.i=@home.test
\theader.a=rsa-sha256 header.s=k1 header.b="Ab3/cd+E";
\tdkim-atps=neutral
"""
OPENDKIM_NONE = """\
Authentication-Results: mail.example.org; dmarc=none (p=none dis=none)
 header.from=home.test
"""

RSPAMD = """\
Return-Path: <ada@home.test>
Delivered-To: sudoku@example.org
Received: from smtp.home.test (smtp.home.test [192.0.2.9])
\tby mail.example.org (Postfix) with ESMTPS id 44444
\tfor <sudoku@example.org>; Mon,  4 May 2026 12:00:00 +0000 (UTC)
Authentication-Results: mail.example.org;
\t{results}
X-Rspamd-Server: mail
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
