"""Several files at once, answers in the order of the questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from migration.code_model import CodeModel, Proposal, Request
from stigmergy.llm_rounds import Rounds

T = TypeVar("T")
R = TypeVar("R")


def propose_all(model: CodeModel, requests: Sequence[Request], concurrency: int = 4) -> list[Proposal]:
    """A proposal for each request, in order, with up to `concurrency` asked at once."""
    return side_by_side(model.propose, requests, 1 if model.free else concurrency)


def side_by_side(ask: Callable[[T], R], questions: Sequence[T], concurrency: int) -> list[R]:
    """What `ask` gives for each question, in order, up to `concurrency` at once.

    Who may call is decided in rounds (`stigmergy.llm_rounds`): the results don't depend on which answer came first,
    also where the budget does not last for all. A fatal error is raised when all calls under way have ended.
    """
    if concurrency < 2 or len(questions) < 2:
        return [ask(question) for question in questions]
    rounds = Rounds(len(questions), concurrency)

    def work(number: int) -> R:
        with rounds.worker(number):
            return ask(questions[number])

    with ThreadPoolExecutor(max_workers=concurrency, thread_name_prefix="model") as pool:
        futures = [pool.submit(work, number) for number in range(len(questions))]
        try:
            return [future.result() for future in futures]
        except BaseException:
            rounds.close()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
