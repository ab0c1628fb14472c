"""Numbers as text with so many digits, rounded as they are written: stands in for Python 2's module fpformat."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation, localcontext

__all__ = ["NotANumber", "fix", "sci"]


class NotANumber(ValueError):
    """Text that is no number was to be formatted."""


def _read(x: object) -> tuple[str, Decimal | None]:
    text = x if isinstance(x, str) else repr(x)
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return text, None
    return text, number if number.is_finite() else None


def _rounded(number: Decimal, place: int) -> Decimal:
    with localcontext() as context:
        context.prec = 1200
        return number.quantize(Decimal(1).scaleb(place), ROUND_HALF_UP)


def fix(x: object, digs: int) -> str:
    """A number, or the text of one, with `digs` digits behind the point, and without a point for none; other text as
    it is.
    """
    text, number = _read(x)
    if number is None:
        return text
    return f"{_rounded(number, -digs):.{max(digs, 0)}f}"


def sci(x: object, digs: int) -> str:
    """The same with one digit before the point and an exponent of three digits: '1.235e+003'."""
    text, number = _read(x)
    if number is None:
        raise NotANumber(text)
    digs = max(digs, 0)
    exponent = number.adjusted() if number else 0
    scaled = _rounded(number.scaleb(-exponent), -digs)
    if abs(scaled) >= 10:
        exponent += 1
        scaled = _rounded(number.scaleb(-exponent), -digs)
    return f"{scaled:.{digs}f}e{'-' if exponent < 0 else '+'}{abs(exponent):03d}"
