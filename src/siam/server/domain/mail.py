"""Decide what a mail address is: one plain recipient, and nothing that could add to a mail's headers."""

import re

ADDRESS_LENGTH = 200

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+(?=[^@.]*[A-Za-z]){_LABEL}")


def is_mail_address(text: str) -> bool:
    """Return whether a text is the address of one mailbox, without quotes, comments or a name beside it."""
    return len(text) < ADDRESS_LENGTH and _ADDRESS.fullmatch(text) is not None
