"""Makes batches ahead of the loop in background threads, in the order of the keys: the same as without them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Key = TypeVar("Key")
Item = TypeVar("Item")


MARGIN = 2  # batches that lie ready beside those that are being made


def prefetch(make: Callable[[Key], Item], keys: Iterable[Key], loaders: int = 1) -> Generator[Item, None, None]:
    """`make(key)` for each key, in order, made by so many threads before they are asked for. Errors come out here.

    With several, `make` must give the same whatever else it makes at the same time.
    """
    pool = ThreadPoolExecutor(loaders, "loader")
    source = iter(keys)
    waiting: deque[Future[Item]] = deque(pool.submit(make, key) for key in islice(source, loaders + MARGIN))
    try:
        while waiting:
            item = waiting.popleft().result()
            for key in islice(source, 1):
                waiting.append(pool.submit(make, key))
            yield item
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
