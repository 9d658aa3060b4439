"""How often each image is used: rare labels more often, images without objects not too often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

EMPTY = 4  # stream of randomness; those of the recipe's data are below


class Passes:
    """Passes through the images of a training, `size` uses each. Where nothing else is wanted, each is a permutation.

    An image with objects comes in every pass. Of those without, only so many do that they are `empty_share` of it at
    most, but one at least; they take turns, so that each of them is used as often as the others.
    """

    def __init__(self, labels: Sequence[np.ndarray], rare: float = 0.0, empty_share: float = 1.0) -> None:
        """From the labels of the objects of each image; negative ones are none."""
        self.images = len(labels)
        filled = np.array([(one >= 0).any() for one in labels], bool)
        self.filled, self.empty = np.flatnonzero(filled), np.flatnonzero(~filled)
        factors = repeat_factors(labels, rare)[self.filled]
        more = factors - 1
        extra = int(np.ceil(np.round(more.sum(), 6)))
        # whole numbers in all, so that every pass is equally long
        self.more = more * (extra / more.sum()) if extra else np.zeros_like(more)
        uses = len(self.filled) + extra
        most = len(self.empty) if empty_share >= 1 else int(empty_share / (1 - empty_share) * uses + 1e-9)
        self.empties = min(len(self.empty), max(1, most))
        self.size = uses + self.empties
        self._plain = self.size == self.images and not extra
        weights = np.zeros(self.images)
        weights[self.filled] = 1 + self.more
        weights[self.empty] = self.empties / max(1, len(self.empty))
        self._reach = weights.cumsum()

    def order(self, rng: np.random.Generator, seed: int, number: int) -> np.ndarray:
        """Images of the pass of that number, (size,) int64. A pure function of seed, number and the generator."""
        if self._plain:
            return rng.permutation(self.images)
        filled = rng.permutation(len(self.filled))
        reach = self.more[filled].cumsum() + rng.uniform(0, 0.999)
        extra = np.diff(np.floor(np.round(reach, 9)), prepend=0.0).astype(np.int64)
        at = number * self.empties + np.arange(self.empties)
        rounds = at // max(1, len(self.empty))
        turns = {int(r): np.random.default_rng([seed, EMPTY, int(r)]).permutation(self.empty) for r in set(rounds)}
        empty = [turns[int(r)][i % len(self.empty)] for r, i in zip(rounds, at, strict=True)]
        return rng.permutation(np.concatenate([np.repeat(self.filled[filled], 1 + extra), np.array(empty, np.int64)]))

    def any_of(self, rng: np.random.Generator, count: int) -> list[int]:
        """Any images, each as likely as it is used often."""
        if self._plain:
            return rng.integers(0, self.images, count).tolist()
        return np.searchsorted(self._reach, rng.random(count) * self._reach[-1], side="right").tolist()


def repeat_factors(labels: Sequence[np.ndarray], threshold: float) -> np.ndarray:
    """How often each image is used, (N,) ≥ 1: as often as the rarest of its labels wants.

    A label on a smaller share f of the images with objects than the threshold t is used sqrt(t / f) times (repeat
    factor sampling, Gupta et al., LVIS, 2019).
    """
    each = [np.unique(one[one >= 0]) for one in labels]
    on = np.bincount(np.concatenate([np.zeros(0, np.int64), *each]).astype(np.int64))
    share = on / max(1, sum(len(one) > 0 for one in each))
    wanted = np.sqrt(np.maximum(1.0, threshold / np.maximum(share, 1e-12)))
    return np.array([wanted[one].max(initial=1.0) for one in each])


def turns_of(order: np.ndarray) -> np.ndarray:
    """For each use of an image (K,) how often it was used before."""
    by_image = np.argsort(order, kind="stable")
    ordered = order[by_image]
    turns = np.empty(len(order), np.int64)
    turns[by_image] = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    return turns
