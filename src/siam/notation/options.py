"""Decide how a table's options are written: only those that differ from the book, as `name=value`."""

from siam.notation.errors import NotationError
from siam.notation.words import check_text
from siam.rules import BOOK, OPTION_NAMES, Options
from siam.rules.errors import OptionError, wrong_type

ON = "on"


def format_options(options: Options) -> str:
    """Write options as `discards=open capital_last=on`; the book as nothing at all.

    >>> format_options(Options(capital_last=True))
    'capital_last=on'
    """
    if not isinstance(options, Options):
        raise wrong_type("options are made by Options()", options)
    return " ".join(f"{name}={ON if value is True else value}" for name, value in options.differing.items())


def parse_options(text: str) -> Options:
    """Read options.

    >>> parse_options("discards=open capital_last=on").differing
    {'discards': 'open', 'capital_last': True}
    """
    check_text(text)
    values: dict[str, object] = {}
    for word in text.split(" ") if text else []:
        name, equals, value = word.partition("=")
        if not equals or name in values:
            raise NotationError(f"{word!r} is no new option like discards=open")
        if name in OPTION_NAMES and BOOK.values[name] is False and value == ON:
            values[name] = True
        else:
            values[name] = value
    try:
        options = Options.from_values(values)
    except OptionError as problem:
        raise NotationError(str(problem)) from None
    if len(options.differing) != len(values):
        raise NotationError(f"{text!r} names an option that does not differ from the book")
    return options
