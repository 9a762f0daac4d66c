"""Analysing the next deal: in a thread of the lowest priority, so that matches and checks go first on the processor."""

import json
import os
import threading
import time
from dataclasses import dataclass, field

import structlog
from django.conf import settings
from django.db import Error, connection

from arena.contests.analysis import claims, line
from arena.contests.analysis.deals import Values, Where, compact, price, tricks_lost
from arena.contests.models import Analysis

log = structlog.get_logger(__name__)
LOWEST = 19  # of the kernel's priorities; on Linux each thread has its own


def work() -> bool:
    """Analyse one deal and ask for the next. Returns whether there was one."""
    analysis = claims.claim_next()
    if analysis is None:
        return False
    try:
        _analyse(analysis)
    finally:
        _go_on()
    return True


def _go_on() -> None:
    try:
        line.send_due()
    except Exception:  # the answer is stored, and the sweep asks again
        log.exception("the next analysis is left to the sweep")


def _analyse(analysis: Analysis) -> None:
    where = Where(analysis.game, analysis.deal)
    solving = Solving(bytes(analysis.replay.data), where)
    solving.start()
    while not solving.over.wait(settings.ANALYSIS_LEASE_SECONDS / 4):
        try:
            if not claims.renew(analysis):  # the thread ends by itself, and its answer is for nobody
                log.info("an analysis was taken away", analysis=analysis.pk)
                return
        except Error as error:  # a database that restarts costs nothing while the lease lasts
            log.warning("the claim could not be renewed", analysis=analysis.pk, error=str(error))
            connection.close()
    if solving.failure is not None:
        log.error("a deal could not be analysed", analysis=analysis.pk, exc_info=solving.failure)
        reason = f"{type(solving.failure).__name__}: {solving.failure}"
        claims.fail(analysis=analysis, reason=reason, cpu_seconds=solving.cpu_seconds)
        return
    values = compact(solving.values)
    if not claims.store(analysis=analysis, values=values, lost=solving.lost, cpu_seconds=solving.cpu_seconds):
        log.info("an analysis came after its claim was lost", analysis=analysis.pk)


@dataclass
class Solving:
    """One deal, solved in a thread of its own; `over` is set at its end, with an answer or a failure."""

    data: bytes
    where: Where
    values: Values = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    failure: Exception | None = None
    cpu_seconds: float = 0.0
    over: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        threading.Thread(target=self._run, name=f"analysis of deal {self.where}", daemon=True).start()

    def _run(self) -> None:
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
            document = json.loads(self.data)
            self.values = price(document, self.where)
            self.lost = tricks_lost(document, self.where, self.values)
        except Exception as failure:  # the caller stores it
            self.failure = failure
        finally:
            self.cpu_seconds = time.thread_time()
            self.over.set()
