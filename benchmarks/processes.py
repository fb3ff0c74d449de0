"""What a running bot's own process has used, without the processes that it began."""

from asyncio.subprocess import Process

import psutil


def work_of(process: Process) -> float:
    """Seconds of processor so far."""
    used = psutil.Process(process.pid).cpu_times()
    return float(used.user + used.system)


def memory_of(process: Process) -> int:
    """Bytes of memory that it holds now."""
    return int(psutil.Process(process.pid).memory_info().rss)
