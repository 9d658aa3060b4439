"""From which score on a part is cropped, where nobody has said: chosen on the validation images."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import torch

from ...nn.boxes import overlap
from ..detect.export import FLOOR

USUAL = 0.1  # where no part is found that could tell
HIGHEST = 0.25  # a part that is not cropped is not inspected; a crop too many only costs time
MATCHED = 0.5  # IoU from which a box is a part
SPARE = 1.5  # crops of the validation images over the parts that are found there, at most
MARGIN = 0.5  # of the weakest part found: other images may have weaker ones


def chosen_score(images: Iterable[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> float:
    """The score of a part by what the first stage finds on images whose parts are known.

    Of each image the true parts (N, 4), the boxes found (M, 4) in the same pixels, and their scores (M,), from FLOOR.

    Every true part that is found there is cropped. Below the weakest of them the score goes on down to half of it, for
    images with weaker ones, but not where that makes more than half as many crops again as there are parts; of what is
    left it lies in the widest gap between two scores, where rounding and small changes matter least.
    """
    parts, every = [], [np.zeros(0)]
    for true, boxes, scores in images:
        every.append(np.asarray(scores, np.float64))
        if len(true) and len(boxes):
            shared = overlap(torch.from_numpy(true)[:, None], torch.from_numpy(boxes)[None]).numpy()
            best = np.where(shared >= MATCHED, scores[None], 0).max(1)
            parts += best[best > 0].tolist()
    if not parts:
        return USUAL
    weakest = min(min(parts), HIGHEST)
    ranked = np.sort(np.concatenate(every))[::-1]
    most = int(SPARE * len(parts))
    crowded = float(ranked[most]) if len(ranked) > most else 0.0
    below = ranked[ranked < weakest]
    # where the crops are too many already, only the step to the next score
    least = crowded if crowded < weakest else float(below[0]) if len(below) else 0.0
    lowest = max(FLOOR, MARGIN * weakest, least)
    steps = np.concatenate([[weakest], below[below > lowest], [lowest]])
    gap = int(np.argmax(steps[:-1] / steps[1:]))
    return float(np.round(np.sqrt(steps[gap] * steps[gap + 1]), 6))
