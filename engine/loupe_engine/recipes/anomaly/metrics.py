"""Figures of anomaly detection. Pixel figures are counted in histograms, so memory does not grow with the images."""

from __future__ import annotations

import cv2
import numpy as np

BINS = 4096
MOST_FPR = 0.3  # PRO is taken up to this share of false pixels, as its authors do


def auroc(ok: np.ndarray, ng: np.ndarray) -> float | None:
    """Probability that a defective one scores above a good one, ties half. None where either is missing."""
    if not len(ok) or not len(ng):
        return None
    ordered = np.sort(np.asarray(ok, np.float64))
    below = np.searchsorted(ordered, ng, "left") + np.searchsorted(ordered, ng, "right")
    return float(below.mean() / (2 * len(ordered)))


class PixelFigures:
    """Collects maps with their truths image by image; gives pixel AUROC and PRO at the end."""

    def __init__(self) -> None:
        self.good = np.zeros(BINS, np.int64)
        self.bad = np.zeros(BINS, np.int64)
        self.regions = np.zeros(BINS)
        self.count = 0

    def add(self, heat: np.ndarray, truth: np.ndarray | None, counted: np.ndarray) -> None:
        """heat (h, w) in 0…1; truth (h, w) bool or None for a good image; counted (h, w) bool."""
        level = np.clip((heat * BINS).astype(np.int64), 0, BINS - 1)
        if truth is None:
            self.good += np.bincount(level[counted], minlength=BINS)
            return
        self.good += np.bincount(level[counted & ~truth], minlength=BINS)
        self.bad += np.bincount(level[counted & truth], minlength=BINS)
        regions, label = cv2.connectedComponents((truth & counted).astype(np.uint8), connectivity=8)
        for i in range(1, regions):
            own = np.bincount(level[label == i], minlength=BINS)
            self.regions += own / own.sum()
            self.count += 1

    def pixel_auroc(self) -> float | None:
        """Over all counted pixels, to the width of a histogram's bin; None without truths."""
        if not self.bad.sum() or not self.good.sum():
            return None
        below = np.cumsum(self.good) - self.good / 2
        return float((self.bad * below).sum() / (self.bad.sum() * self.good.sum()))

    def pro(self) -> float | None:
        """Mean share of each true region found, over the share of false pixels from 0 to 0.3, as a share of the ideal.

        Per-region overlap: Bergmann et al., The MVTec anomaly detection dataset, 2021.
        """
        if not self.count or not self.good.sum():
            return None
        false = np.concatenate([[0.0], np.cumsum(self.good[::-1]) / self.good.sum()])
        found = np.concatenate([[0.0], np.cumsum(self.regions[::-1]) / self.count])
        inside = false < MOST_FPR
        x = np.concatenate([false[inside], [MOST_FPR]])
        y = np.concatenate([found[inside], [np.interp(MOST_FPR, false, found)]])
        return float(np.trapezoid(y, x) / MOST_FPR)
