"""Where good ends: thresholds from the scores of good images that the training has not seen."""

from __future__ import annotations

import numpy as np

NEAR = 2e-4  # scores of two runtimes differ by less; a threshold keeps this distance from every known score
OUTLIER = 8.0  # spreads of the others above their median from which a score of a few good images is an outlier
MOST_OUTLIERS, OUTLIER_SHARE = 2, 0.2  # how many may be: more of a kind are how the parts are
SUSPECT = 6.0  # spreads from the median from which on a good image is suspected to be a bad one
BEYOND = 1.0  # spreads that a threshold goes beyond the highest of few good scores, for each e-th part of the target


def false_reject_threshold(ok: np.ndarray, target: float) -> float:
    """The raw score that a new good image exceeds with probability `target`, from those (n,) of n good ones.

    With enough images (n + 1 >= 1 / target) the order statistic of rank (n + 1)(1 - target): for exchangeable
    images a new one lies above it with just that probability (split conformal prediction, Vovk et al., 2005);
    between two ranks it is interpolated. With fewer the target lies beyond all scores: the tail above the upper half
    is taken as exponential (peaks over threshold, Pickands, 1975) and followed further out, by no more than the
    spread, and outliers are left out (`reference_scores`): one good image that stands out among five would else carry
    the threshold beyond every bad one.
    Equal scores are refused together or not at all: where more of them than the target are equal, it lies above them.
    """
    ordered = reference_scores(ok, target)
    n = len(ordered)
    rank = (n + 1) * (1 - target)
    if rank <= n:
        low = int(np.clip(np.floor(rank), 1, n))
        high = min(low + 1, n)
        share = float(np.clip(rank - low, 0, 1))
        found = float(ordered[low - 1] + share * (ordered[high - 1] - ordered[low - 1]))
        if (ordered >= found).sum() <= target * (n + 1) + 1e-9:
            return found
        above = ordered[ordered > found]
        if len(above):
            return float((found + above[0]) / 2)
    tail = max(1, n // 2)
    foot = ordered[n - tail - 1] if n > tail else ordered[0]
    excess = float(np.mean(ordered[n - tail :] - foot))
    # all of the highest are equal, or the target lies beyond them
    beyond = 1.0 if rank <= n else np.log(1 / ((n + 1) * max(target, 1e-4)))
    spread = spread_of(ordered)
    return float(ordered[-1] + min(max(excess, 1e-3 * spread), BEYOND * spread) * max(beyond, 0.0))


def enough(count: int, target: float) -> bool:
    """Whether so many good images hold the target among their ranks; the threshold lies beyond fewer of them."""
    return (count + 1) * (1 - target) <= count


def reference_scores(ok: np.ndarray, target: float) -> np.ndarray:
    """The scores, sorted, that a threshold follows from: all where they are enough for the target; of fewer those that
    are no outliers, as an image taken in another light is, or a bad one among the good."""
    ordered = np.sort(np.asarray(ok, np.float64))
    n = len(ordered)
    if enough(n, target):
        return ordered
    for outliers in range(min(MOST_OUTLIERS, int(OUTLIER_SHARE * n)), 0, -1):
        others = ordered[: n - outliers]
        if ordered[n - outliers] > np.median(others) + OUTLIER * spread_of(others):
            return others
    return ordered


def outlier_limit(scores: np.ndarray) -> float:
    """The raw score from which on an image lies far from the others; NaN among the scores (N,) do not count."""
    known = scores[np.isfinite(scores)]
    return float(np.median(known)) + SUSPECT * spread_of(known)


def spread_of(ok: np.ndarray) -> float:
    """How far good scores typically lie apart, above 0: 1.48 times the median distance from the median, or what stands
    in.
    """
    ok = np.asarray(ok, np.float64)
    median = np.median(ok)
    spread = 1.4826 * float(np.median(np.abs(ok - median)))
    return max(spread, 0.3 * float(ok.std()), 1e-3 * (1 + abs(float(median))))


def snap_to_gap(wanted: float, scores: np.ndarray) -> float:
    """A threshold of four places near the wanted one, in the middle of a gap between scores, so rounding flips nothing.

    The wanted one itself stays where it is far enough from every score. Else the gap that turns the fewest verdicts.
    """
    known = np.sort(np.asarray(scores, np.float64))
    if not len(known) or np.abs(known - wanted).min() > 2 * NEAR:
        return round(wanted, 4)
    edges = np.concatenate([[0.0], known, [1.0]])
    middles, widths = (edges[1:] + edges[:-1]) / 2, np.diff(edges)
    wide = widths > 4 * NEAR
    if not wide.any():
        wide = widths == widths.max()
    middles = middles[wide]
    turned = np.abs(np.searchsorted(known, middles) - np.searchsorted(known, wanted))
    return round(float(middles[np.lexsort((np.abs(middles - wanted), turned))[0]]), 4)
