"""Where cells are run: by processes of this machine, or by the workers of a dask scheduler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, Protocol

from baselines.campaigns.cell import BROKEN, Job, Stop, run_cell
from baselines.campaigns.plan import PlanError

#: How many workers may die over one cell before it counts as broken.
DEATHS = 3
#: Seconds within which a scheduler has to answer.
PATIENCE = 20


class Pool(Protocol):
    """Runs jobs, in their order as far as there is room, and yields each with its last word as it ends.

    A job that was not finished because the campaign stops yields nothing.
    """

    @property
    def workers(self) -> int: ...
    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, dict[str, Any]]]: ...


class LocalPool:
    """Up to `workers` cells at a time, each a process of its own, watched by a thread of this one."""

    def __init__(self, workers: int, stopping: Callable[[], bool]) -> None:
        self.workers = workers
        self.stopping = stopping

    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, dict[str, Any]]]:
        """As `Pool.run`."""
        with ThreadPoolExecutor(self.workers) as threads:
            waiting = {threads.submit(self._one, job): job for job in jobs}
            yield from _as_they_end(waiting)

    def _one(self, job: Job) -> dict[str, Any]:
        if self.stopping():
            raise Stop
        return run_cell(job, self.stopping)


def _as_they_end(waiting: dict[Future[dict[str, Any]], Job]) -> Iterator[tuple[Job, dict[str, Any]]]:
    # With a time limit, so that a signal is heard while nothing ends.
    while waiting:
        ended, _ = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
        for future in ended:
            job = waiting.pop(future)
            try:
                yield job, future.result()
            except Stop:
                continue


class DaskPool:
    """Cells as tasks of a dask scheduler. A task whose worker is lost goes to another."""

    def __init__(self, client: Any, stopping: Callable[[], bool]) -> None:
        self.client = client
        self.stopping = stopping

    @property
    def workers(self) -> int:
        """How many cells can run at once now."""
        return sum(self.client.nthreads().values()) or 1

    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, dict[str, Any]]]:
        """As `Pool.run`. Raises PlanError when the scheduler is lost."""
        from distributed import CancelledError, KilledWorker

        waiting = {
            self.client.submit(
                run_cell, job, key=f"{job.folder}/{job.cell.path}", pure=False, priority=-place
            ): job
            for place, job in enumerate(jobs)
        }
        try:
            while waiting and not self.stopping():
                for future in _ended(waiting):
                    job = waiting.pop(future)
                    try:
                        yield job, future.result()
                    except KilledWorker as error:
                        yield (
                            job,
                            {"state": BROKEN, "reason": f"its workers died, one after another: {error}"},
                        )
                    except CancelledError as error:
                        raise PlanError(
                            f"the scheduler is lost ({error}); what is done is kept: the same command goes on"
                        ) from None
        finally:
            self.client.cancel(list(waiting), force=True)


def _ended(waiting: Iterable[Any]) -> list[Any]:
    from distributed import TimeoutError as DaskTimeout
    from distributed import wait as dask_wait

    try:
        return list(dask_wait(list(waiting), timeout=0.5, return_when="FIRST_COMPLETED").done)
    except DaskTimeout:
        return []


@contextmanager
def dask_pool(scheduler: str | None, local_cluster: int, stopping: Callable[[], bool]) -> Iterator[DaskPool]:
    """A pool on the scheduler at the address `scheduler`, or on `local_cluster` worker processes of this machine.

    Raises PlanError when dask.distributed is not installed, or no scheduler answers.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise PlanError(
            "--scheduler and --local-cluster need dask.distributed: pip install -e '.[dask]'; without them "
            "cells run on this machine"
        ) from None
    dask.config.set({"distributed.scheduler.allowed-failures": DEATHS})
    if scheduler is None:
        with (
            LocalCluster(
                n_workers=local_cluster,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                silence_logs=50,
            ) as cluster,
            Client(cluster) as client,
        ):
            yield DaskPool(client, stopping)
        return
    try:
        client = Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise PlanError(
            f"no dask scheduler answers at {scheduler} ({type(error).__name__}: {error}): start one with `dask "
            "scheduler`, or leave --scheduler away to run on this machine"
        ) from None
    with client:
        yield DaskPool(client, stopping)
