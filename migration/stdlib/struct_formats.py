"""Formats of the struct module: what their letters pack."""

from __future__ import annotations

#: Codes whose values are bytes, and whole numbers.
OCTETS, WHOLE = frozenset("spc"), frozenset("bBhHiIlLqQ")


def codes(form: str) -> list[str]:
    """The code of each value that a format packs: '>4s2H' has s, H, H."""
    found: list[str] = []
    count = ""
    for letter in form:
        if letter.isdigit():
            count += letter
        elif letter not in "@=<>! \t\n":
            if letter in "sp":
                found.append(letter)
            elif letter != "x":
                found += [letter] * int(count or "1")
            count = ""
    return found
