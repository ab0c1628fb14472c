"""One self-contained page from a template: everything inside, everything escaped, nothing fetched, nothing foreign run.

Values go through jinja2's autoescape; data for the page's own script stands in inert JSON blocks; and a content
security policy lets the browser run the one script and use the one style sheet whose hashes it names, and load nothing.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics.visible_text import visible
from metrics.words import EVIDENCE, SIGNS

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).with_name("templates")


def render(template: str, script: str, **values: Any) -> str:
    """The page that `template` makes of `values`, with the script of that name and the style sheet in it."""
    from markupsafe import Markup

    style, code = _asset("report.css"), _asset(script)
    policy = (
        f"default-src 'none'; script-src '{_digest(code)}'; style-src '{_digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        _environment()
        .get_template(template)
        .render(
            **values,
            policy=policy,
            style=Markup(style),
            code=Markup(code),
            signs=SIGNS,
            evidence_words=EVIDENCE,
        )
    )


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "block": json_block,
        "visible": visible,
        "share": lambda value: "–" if value is None else f"{value:.1%}",
        "number": lambda value: "–" if value is None else f"{value:,}",
        "decimals": lambda value: "" if value is None else f"{value:.2f}",
        "seconds": duration,
        "words": lambda value: str(value).replace("_", " "),
        "plural": plural,
    }
    return environment


def json_block(value: Any) -> Any:
    """`value` as JSON that can stand inside a script element: nothing in it ends the element or opens another."""
    from markupsafe import Markup

    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def plural(count: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def duration(seconds: float | None) -> str:
    """Seconds as a person says them: `8.4 s`, `12 min 05 s`, `2 h 03 min`."""
    if seconds is None:
        return "–"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


def _asset(name: str) -> str:
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    assert "</" not in text.replace("</svg", ""), f"{name} would end its own element"
    return text


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
