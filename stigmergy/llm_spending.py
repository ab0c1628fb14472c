"""What model calls cost, in words: planned at most against spent, for each agent and for the files that cost most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: More files than this are not listed: the summary in metrics/output has them all.
_SHOWN = 10


def spending_lines(summary: Mapping[str, Any]) -> list[str]:
    """Lines for the end of a run, from its summary; none where no model was called."""
    files: Mapping[str, Any] = summary.get("planned_and_spent") or {}
    if not files:
        return []
    total = {name: sum(row[name] for row in files.values()) for name in next(iter(files.values()))}
    lines = [
        f"Planned: {total['calls']:.0f} model calls of at most {total['planned_tokens']:,.0f} tokens; spent:"
    ]
    for agent, row in sorted(summary.get("spending", {}).get("by_agent", {}).items()):
        lines.append(f"  {agent}: {row['tokens']:,} of {row['planned_tokens'] or 0:,} tokens")
    ranked = sorted(files, key=lambda key: (-files[key]["tokens"], key))
    width = max(map(len, ranked[:_SHOWN]))
    for key in ranked[:_SHOWN]:
        calls = int(files[key]["calls"])
        lines.append(f"  {key:<{width}}  {calls} call{'' if calls == 1 else 's'}, {_amount(files[key])}")
    if ranked[_SHOWN:]:
        lines.append(f"  … and {len(ranked) - _SHOWN} more files, see the summary in metrics/output.")
    return lines


def _amount(row: Mapping[str, float]) -> str:
    tokens = f"{row['tokens']:,.0f} of {row['planned_tokens']:,.0f} tokens"
    if not row["usd"]:
        return tokens
    return f"{tokens}, {row['usd']:.4f} USD" + (f" of {row['planned_usd']:.4f}" if row["planned_usd"] else "")
