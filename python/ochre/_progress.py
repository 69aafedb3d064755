"""A bar for what takes long."""
from __future__ import annotations

import sys
import time
from typing import Iterable, Iterator, TextIO, TypeVar

Item = TypeVar("Item")
WIDTH = 30


def progress(items: Iterable[Item], total: int | None = None, words: str = "", to: TextIO | None = None) -> Iterator[Item]:
    """The same items, and on a terminal a bar that says how far it is and how long it will take; elsewhere nothing is written.

    `total` is how many there are, where len(items) does not say; `to` is written to instead of standard error.

    >>> sum(progress(range(1000), words="adding"))
    499500
    """
    out = sys.stderr if to is None else to
    count = total if total is not None else len(items) if hasattr(items, "__len__") else None
    if not out.isatty():
        yield from items
        return
    begun = shown = time.monotonic()
    try:
        for done, item in enumerate(items):
            now = time.monotonic()
            if now - shown >= 0.1:
                shown = now
                out.write("\r" + _line(done, count, now - begun, words) + "\x1b[K")
                out.flush()
            yield item
    finally:
        out.write("\r\x1b[K")
        out.flush()


def _line(done: int, total: int | None, seconds: float, words: str) -> str:
    """One line: what, the bar, how many, how long still."""
    words = f"{words} " if words else ""
    if not total:
        return f"{words}{done} in {seconds:.0f} s"
    filled = WIDTH * min(done, total) // total
    left = f", {seconds * (total - done) / done:.0f} s left" if 0 < done <= total else ""
    return f"{words}[{'=' * filled}{' ' * (WIDTH - filled)}] {done}/{total}{left}"
