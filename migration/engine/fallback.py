"""Patterns by regular expression alone: for a text that neither parses nor can be told apart into tokens."""

from __future__ import annotations

import re

from environment.traces import PatternSite

_EXPRESSIONS = {
    "print_statement": r"^\s*print(?!\s*\()\b",
    "print_chevron": r"^\s*print\s*>>",
    "except_syntax": r"^\s*except\s+[^:]+,\s*\w+\s*:",
    "raise_syntax": r"^\s*raise\s+[\w.]+\s*,",
    "exec_statement": r"^\s*exec\s+[^(\s]",
    "dict_has_key": r"\.has_key\s*\(",
    "dict_iteritems": r"\.iteritems\s*\(",
    "dict_iterkeys": r"\.iterkeys\s*\(",
    "dict_itervalues": r"\.itervalues\s*\(",
    "xrange": r"\bxrange\s*\(",
    "raw_input": r"\braw_input\s*\(",
    "apply_builtin": r"\bapply\s*\(",
    "execfile_builtin": r"\bexecfile\s*\(",
    "long_literal": r"\b\d+[lL]\b",
    "unicode_literal": r"\b[uU][rR]?['\"]",
    "urllib_import": r"^\s*(?:import|from)\s+(?:urllib2|urlparse)\b",
    "metaclass_syntax": r"^\s*__metaclass__\s*=",
    "string_module": r"\bstring\.(?:join|split|replace|lower|upper|letters|maketrans)\b",
}
_COMPILED = {pattern: re.compile(expression, re.MULTILINE) for pattern, expression in _EXPRESSIONS.items()}


def find_patterns(text: str) -> tuple[PatternSite, ...]:
    """All matches by line; strings and comments can't be told from code here."""
    sites = {
        PatternSite(pattern, text.count("\n", 0, _code_start(match)) + 1, "regex")
        for pattern, expression in _COMPILED.items()
        for match in expression.finditer(text)
    }
    return tuple(sorted(sites, key=lambda s: (s.line, s.pattern)))


def _code_start(match: re.Match[str]) -> int:
    blank = len(match.group()) - len(match.group().lstrip())
    return match.start() + blank
