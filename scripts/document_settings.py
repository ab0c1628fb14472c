"""The reference of all settings: names, defaults, limits from the model, meanings from config.yaml's comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from document_text import code, heading, sentence, table

_INTRODUCTION = """\
Settings are read from `stigmergy/config.yaml` or from the file that `--config` names. An unknown key, a wrong type
or a value outside its limits is an error before anything is touched. A setting that is left out keeps its default.
Flags override the file; what a run ended up with is in its manifest, with a hash, and a run is resumed only under
the same one.

Python 2.7 and the cache of test environments can be named by environment variables too: `STIGMERGY_PYTHON2` (a
path, or `none`) and `STIGMERGY_CACHE` (a folder). Keys come from `OPENROUTER_API_KEY` and `OPENAI_API_KEY`, also
from `.env`; they are never settings, so that no manifest or log can hold one."""


_HEADER = ("setting", "default", "allowed", "meaning")


class UndocumentedError(ValueError):
    """A setting has no comment in config.yaml, or config.yaml lacks it. The message names it."""


def configuration_reference() -> str:
    """The whole document. Raises UndocumentedError for a setting whose meaning is written nowhere."""
    from stigmergy.settings import DEFAULT_CONFIG

    return "\n".join(
        [
            *heading("Settings", "`stigmergy/settings.py` and the comments of `stigmergy/config.yaml`"),
            _INTRODUCTION,
            "",
            *described(comments(DEFAULT_CONFIG)),
        ]
    )


def described(meanings: Mapping[str, str]) -> list[str]:
    """A table for each section. Raises UndocumentedError as `configuration_reference` does."""
    from stigmergy.cli import FLAG_SETTINGS
    from stigmergy.settings import Settings

    flags = {setting: "--" + flag.replace("_", "-") for flag, setting in FLAG_SETTINGS.items()}
    schema = Settings.model_json_schema()
    lines: list[str] = []
    for section, defaults in Settings().model_dump(mode="json").items():
        about = _resolved(schema, schema["properties"][section])
        lines += [f"## {section}", ""]
        rows = []
        for key, default, kind in _leaves(schema, about, section, defaults, meanings):
            flag = f" Flag: {code(flags[key])}." if key in flags else ""
            rows.append(
                (code(key), code(_shown(default)), allowed(schema, kind), sentence(meanings[key]) + flag)
            )
        told = [
            f"{code(key)}: {sentence(meaning)}"
            for key, meaning in meanings.items()
            if meaning
            and key.startswith(f"{section}.")
            and any(row[0].startswith(f"`{key}.") for row in rows)
        ]
        lines += [*(part for text in told for part in (text, "")), *table(_HEADER, rows), ""]
    return lines


def _leaves(
    schema: Mapping[str, Any],
    about: Mapping[str, Any],
    path: str,
    defaults: Mapping[str, Any],
    meanings: Mapping[str, str],
) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
    """The settings of a section and of the sections in it, but for those written in one line with one comment."""
    for name, default in defaults.items():
        key, kind = f"{path}.{name}", _resolved(schema, about["properties"][name])
        if "properties" in kind and any(meaning.startswith(f"{key}.") for meaning in meanings):
            yield from _leaves(schema, kind, key, default, meanings)
        elif meanings.get(key):
            yield key, default, kind
        elif "properties" in kind:
            yield from _leaves(schema, kind, key, default, meanings)
        else:
            raise UndocumentedError(f"{key}: say what it means in a comment beside it in config.yaml")


def comments(config: Path) -> dict[str, str]:
    """What the comments of a YAML file say, by dotted key: beside the key, going on in lines below that are indented
    further, or in lines of their own above it.
    """
    found: dict[str, str] = {}
    path: list[str] = []
    above: list[str] = []
    for line in config.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"((?:  )*)(\w+):(?:\"[^\"]*\"|[^\"#])*(?:#\s*(.*))?$", line):
            path = [*path[: len(match[1]) // 2], match[2]]
            found[".".join(path)] = " ".join([*above, (match[3] or "").strip()]).strip()
            above = []
        elif match := re.match(r"(\s+)#\s*(.*)$", line):
            if path and len(match[1]) > 2 * len(path) + 4:
                found[".".join(path)] = f"{found['.'.join(path)]} {match[2].strip()}".strip()
            else:
                above.append(match[2].strip())
        else:
            above = []
    return found


def allowed(schema: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    """What a JSON schema allows, in words."""
    about = _resolved(schema, about)
    if "anyOf" in about:
        return " or ".join(allowed(schema, option) for option in about["anyOf"])
    if "const" in about:
        return code(about["const"])
    if "enum" in about:
        return ", ".join(code(option) for option in about["enum"])
    return _of_type(schema, about)


def _of_type(schema: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    kind = about.get("type")
    if kind in ("integer", "number"):
        return {"integer": "whole number", "number": "number"}[kind] + "".join(_limits(about))
    if kind == "array":
        if "prefixItems" in about:
            return f"{len(about['prefixItems'])} values: {allowed(schema, about['prefixItems'][0])} each"
        return f"list: {allowed(schema, about['items'])} each"
    if kind == "object" and "properties" in about:
        return "; ".join(
            f"{code(name)} {allowed(schema, part)}" for name, part in about["properties"].items()
        )
    if kind == "object":
        return f"by name: {allowed(schema, about['additionalProperties'])}"
    words = {"string": "text", "boolean": "`true`, `false`", "null": "`null`"}
    return words[str(kind)] + (f" that matches {code(about['pattern'])}" if "pattern" in about else "")


def _limits(about: Mapping[str, Any]) -> Iterator[str]:
    signs = {
        "minimum": " ≥ {}",
        "exclusiveMinimum": " > {}",
        "maximum": ", ≤ {}",
        "exclusiveMaximum": ", < {}",
    }
    for word, text in signs.items():
        if word in about:
            yield text.format(f"{about[word]:g}")


def _resolved(schema: Mapping[str, Any], about: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in about or "allOf" in about:
        name = about.get("$ref") or about["allOf"][0]["$ref"]
        about = schema["$defs"][name.rpartition("/")[2]]
    return about


def _shown(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(_shown(v) for v in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {_shown(v)}" for k, v in value.items()) + "}"
    return '""' if value == "" else str(value)
