"""What a person is told whose connection fails: port, mode and the likely cause."""

import socket
import ssl
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from mailbot.errors import InboxUnavailable, SubmissionDeferred
from mailbot.mail import tls
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions, Security, SmtpOptions
from mailbot.mail.smtp.outbox import SmtpOutbox
from mailbot.mail.tls import explain_failure
from tests.servers.daemon import HOST
from tests.servers.listener import listening

WHO = Password("bot", "secret")
DAY = timedelta(days=1)


def certificate(
    folder: Path, *, name: str = "localhost", begins: timedelta, ends: timedelta
) -> Path:
    """A file with a key and a self-signed certificate, dated from now."""
    key = ec.generate_private_key(ec.SECP256R1())
    made = _certificate(name, begins, ends, key.public_key())
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
    file = folder / "server.pem"
    file.write_bytes(_pem(key) + _pem(made.sign(key, hashes.SHA256())))
    return file


def signed_by_an_authority(folder: Path) -> tuple[Path, Path]:
    """The file of a server's key and certificate, and that of its authority.

    The authority's certificate does not tell what its key is used for.
    """
    owner, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    known = x509.SubjectKeyIdentifier.from_public_key(owner.public_key())
    issued = x509.AuthorityKeyIdentifier.from_issuer_public_key(owner.public_key())
    authority = (
        _certificate("authority.example", -DAY, DAY, owner.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .add_extension(known, False)
        .sign(owner, hashes.SHA256())
    )
    server = _certificate(
        "localhost", -DAY, DAY, key.public_key(), authority.subject
    ).add_extension(issued, False)
    files = folder / "server.pem", folder / "authority.pem"
    files[0].write_bytes(_pem(key) + _pem(server.sign(owner, hashes.SHA256())))
    files[1].write_bytes(_pem(authority))
    return files


def _certificate(
    name: str,
    begins: timedelta,
    ends: timedelta,
    key: ec.EllipticCurvePublicKey,
    issuer: x509.Name | None = None,
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    return (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(issuer or who)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + begins)
        .not_valid_after(now + ends)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), False)
    )


def _pem(made: ec.EllipticCurvePrivateKey | x509.Certificate) -> bytes:
    if isinstance(made, x509.Certificate):
        return made.public_bytes(serialization.Encoding.PEM)
    return made.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def greeting_port(
    greeting: bytes = b"", file: Path | None = None
) -> AbstractContextManager[int]:
    """A port that greets, or first speaks TLS with a certificate."""
    secure = None
    if file:
        secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        secure.load_cert_chain(file)

    def greet(end: socket.socket) -> None:
        with end, suppress(OSError):
            talk = secure.wrap_socket(end, server_side=True) if secure else end
            talk.sendall(greeting)
            talk.recv(1000)

    return listening(greet)


def told(
    port: int, security: Security, host: str = HOST, ca: Path | None = None
) -> tuple[str, str]:
    """What the inbox and the outbox say about a port."""
    return _said_by(Endpoint(host, port, security, ca, timeout_seconds=1))


def _said_by(endpoint: Endpoint) -> tuple[str, str]:
    with pytest.raises(InboxUnavailable) as inside:
        ImapInbox(ImapOptions("bot@x.example", endpoint), WHO).open()
    with pytest.raises(SubmissionDeferred) as outside:
        SmtpOutbox(SmtpOptions("bot@x.example", endpoint), WHO).probe()
    return str(inside.value), str(outside.value)


def test_a_port_that_wants_starttls_is_told_from_one_that_speaks_tls() -> None:
    with greeting_port(b"220 mail.example ESMTP\r\n") as port:
        for said in told(port, "tls"):
            assert f'{HOST} port {port} (security = "tls")' in said
            assert 'try security = "starttls"' in said


def test_a_port_of_tls_is_told_from_one_of_starttls(tmp_path: Path) -> None:
    file = certificate(tmp_path, begins=-DAY, ends=DAY)
    with greeting_port(b"", file) as port:
        for said in told(port, "starttls"):
            assert f'port {port} (security = "starttls") gives no greeting' in said
            assert 'security = "tls"' in said


@pytest.mark.parametrize(
    ("begins", "ends", "name", "message"),
    [
        (-2 * DAY, -DAY, "localhost", "its owner must renew it"),
        (DAY, 2 * DAY, "localhost", "look at this machine's clock"),
        (-DAY, DAY, "other.example", "set host to a name that the certificate holds"),
    ],
)
def test_what_is_wrong_with_a_certificate_has_its_own_advice(
    begins: timedelta, ends: timedelta, name: str, message: str, tmp_path: Path
) -> None:
    file = certificate(tmp_path, name=name, begins=begins, ends=ends)
    with greeting_port(b"", file) as port:
        for said in told(port, "tls", "localhost", file):
            assert message in said


def test_an_unknown_authority_names_the_setting(tmp_path: Path) -> None:
    file = certificate(tmp_path, begins=-DAY, ends=DAY)
    with greeting_port(b"", file) as port:
        for said in told(port, "tls", "localhost"):
            assert "set ca_file, if the authority is your own" in said


def test_an_ip_address_as_host_asks_for_a_name(tmp_path: Path) -> None:
    file = certificate(tmp_path, begins=-DAY, ends=DAY)
    with greeting_port(b"", file) as port:
        for said in told(port, "tls", HOST, file):
            assert "IP address mismatch" in said
            assert "not to an IP address" in said


def test_certificates_are_read_once_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 600.0
    monkeypatch.setattr(tls, "monotonic", lambda: now)
    file = certificate(tmp_path, begins=-DAY, ends=DAY)
    endpoint = Endpoint("localhost", ca_file=file)
    first = tls.context(endpoint)
    assert tls.context(Endpoint("other.example", ca_file=file)) is first
    assert tls.context(Endpoint("localhost")) is not first
    certificate(tmp_path, begins=-2 * DAY, ends=2 * DAY)
    now += 59
    assert tls.context(endpoint) is first
    now += 1
    again = tls.context(endpoint)
    assert again.get_ca_certs(True)[-1:] != first.get_ca_certs(True)[-1:]


def test_an_authority_refused_by_strict_checks_is_told(tmp_path: Path) -> None:
    """As Python 3.13 checks by default; the authority has no key usage."""
    file, authority = signed_by_an_authority(tmp_path)
    strict = ssl.create_default_context(cafile=authority)
    strict.verify_flags |= ssl.VERIFY_X509_STRICT
    with (
        greeting_port(b"", file) as port,
        socket.create_connection((HOST, port)) as end,
        pytest.raises(ssl.SSLCertVerificationError) as caught,
    ):
        strict.wrap_socket(end, server_hostname="localhost")
    said = explain_failure(caught.value, Endpoint("localhost"), port)
    assert "keyUsage = critical" in said


def test_a_closed_port_is_named() -> None:
    with socket.create_server((HOST, 0)) as listener:
        port = listener.getsockname()[1]
    for said in told(port, "tls"):
        assert f'{HOST} port {port} (security = "tls"): Connection refused' in said
        assert "is port right, and does the server run?" in said


def test_a_name_that_is_not_known_is_a_matter_of_host_or_dns() -> None:
    for said in told(993, "tls", "mail.nowhere.invalid"):
        assert "mail.nowhere.invalid port 993" in said
        assert "is host right, and does this machine's DNS work?" in said


@pytest.mark.parametrize(
    ("greeting", "kind", "side"),
    [
        (b"220 mail.example ESMTP\r\n", "IMAP", 0),
        (b"* OK [CAPABILITY IMAP4rev1] ready\r\n", "SMTP", 1),
    ],
)
def test_another_kind_of_server_is_told(greeting: bytes, kind: str, side: int) -> None:
    with greeting_port(greeting) as port:
        said = _said_by(Endpoint(HOST, port, "plain", timeout_seconds=1))[side]
    assert f"{HOST} port {port} is no {kind} server" in said
    assert "set the port right" in said
