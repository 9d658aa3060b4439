"""Makes batches ahead of the loop in a background thread, in the order of the keys: the same as without it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Key = TypeVar("Key")
Item = TypeVar("Item")


def prefetch(make: Callable[[Key], Item], keys: Iterable[Key], ahead: int = 3) -> Generator[Item, None, None]:
    """`make(key)` for each key, in order, at most `ahead` made before they are asked for. Errors come out here."""
    pool = ThreadPoolExecutor(1, "loader")
    source = iter(keys)
    waiting: deque[Future[Item]] = deque(pool.submit(make, key) for key in islice(source, ahead))
    try:
        while waiting:
            item = waiting.popleft().result()
            for key in islice(source, 1):
                waiting.append(pool.submit(make, key))
            yield item
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
