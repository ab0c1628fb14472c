"""Several files at once, answers in the order of the questions."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from migration.code_model import CodeModel, Proposal, Request
from stigmergy.llm_rounds import Rounds


def propose_all(model: CodeModel, requests: Sequence[Request], concurrency: int = 4) -> list[Proposal]:
    """A proposal for each request, in order, with up to `concurrency` asked at once.

    Who may call is decided in rounds (`stigmergy.llm_rounds`): the proposals don't depend on which answer came first,
    also where the budget does not last for all. A fatal error is raised when all calls under way have ended.
    """
    if model.free or concurrency < 2 or len(requests) < 2:
        return [model.propose(request) for request in requests]
    rounds = Rounds(len(requests), concurrency)

    def propose(number: int) -> Proposal:
        with rounds.worker(number):
            return model.propose(requests[number])

    with ThreadPoolExecutor(max_workers=concurrency, thread_name_prefix="model") as pool:
        futures = [pool.submit(propose, number) for number in range(len(requests))]
        try:
            return [future.result() for future in futures]
        except BaseException:
            rounds.close()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
