"""Several files at once, answers in the order of the questions."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from migration.code_model import CodeModel, Proposal, Request
from stigmergy.models.dialogue import NO_BUDGET


def propose_all(model: CodeModel, requests: Sequence[Request], concurrency: int = 4) -> list[Proposal]:
    """A proposal for each request, in order, with up to `concurrency` asked at once.

    A refusal for want of budget that cost nothing may only be due to what others had set aside meanwhile: it
    is asked again alone, in order, once all have ended. A fatal error is raised when all calls have ended.
    """
    if model.free or concurrency < 2 or len(requests) < 2:
        return [model.propose(request) for request in requests]
    with ThreadPoolExecutor(max_workers=concurrency, thread_name_prefix="model") as pool:
        futures = [pool.submit(model.propose, request) for request in requests]
        try:
            proposals = [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return [
        model.propose(request) if _starved(proposal) else proposal
        for request, proposal in zip(requests, proposals, strict=True)
    ]


def _starved(proposal: Proposal) -> bool:
    return NO_BUDGET in " ".join((proposal.refusal, *proposal.notes)) and not proposal.usage.total_tokens
