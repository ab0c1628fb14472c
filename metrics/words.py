"""What states and kinds of evidence are called, and what they mean, wherever a person reads them."""

from __future__ import annotations

#: Each state's sign beside its colour, so that colour is never all there is to see.
SIGNS = {
    **{"pending": "·", "in_progress": "▸", "transformed": "◆", "tested": "◇", "validated": "✓"},
    **{"needs_review": "?", "failed": "✗", "retry": "↻", "skipped": "–"},
}
#: What evidence of each kind means, strongest first.
EVIDENCE = {
    "tests": "the tests that touch it pass as on Python 2.7, and every rewrite that depends on types was run",
    "tests_partial": "its tests pass, but some rewritten lines were never run: look at those",
    "differential": "run on both interpreters, it behaves the same",
    "construction": "only rewrites that mean the same by construction; it compiles and imports",
    "probe": "it compiles and imports; nothing of its behaviour was run",
    "none": "nothing could be run",
    "broken": "it does not compile or import, although it did on Python 2",
}
