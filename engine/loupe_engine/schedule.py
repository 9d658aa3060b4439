"""Learning rate and averaging as pure functions of the step, so that a resumed run needs no schedule state."""

from __future__ import annotations

import math


def learning_rate(step: int, total: int, warmup: int, base: float, final_share: float) -> float:
    """Rate for `step` (0-based) of `total`: linear warm-up over `warmup` steps, half a cosine to `base * final_share`.

    Cosine decay: Loshchilov and Hutter, SGDR, 2017.
    """
    if step < warmup:
        return base * (step + 1) / (warmup + 1)
    progress = (step - warmup) / max(1, total - warmup - 1)
    return base * (final_share + (1 - final_share) * 0.5 * (1 + math.cos(math.pi * min(1.0, progress))))


def stepped_rate(step: int, warmup: int, base: float, factor: float, falls: tuple[int, ...]) -> float:
    """Rate for `step` (0-based): linear warm-up, then `base` times `factor` for each of the steps `falls` reached."""
    if step < warmup:
        return base * (step + 1) / (warmup + 1)
    return base * factor ** sum(step >= fall for fall in falls)


def averaging_decay(step: int, total: int) -> float:
    """Decay of the averaged weights after `step` (0-based) of `total`.

    The window is one twentieth of the run, between 5 and 2,000 steps, and it opens as the run goes. A fixed slow decay
    leaves the average behind in short runs: it then scores nothing although the raw weights are good.
    """
    window = min(2000.0, max(5.0, total / 20))
    return min(1 - 1 / window, (step + 1) / (step + 10))


def norm_momentum(total: int) -> float:
    """Momentum of the running statistics of batch normalisation: short runs need a faster one, for the same reason."""
    return min(0.1, max(0.03, 20 / max(1, total)))
