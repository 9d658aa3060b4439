"""Laying one piece of an image over another: what pasted objects and synthetic defects share."""

from __future__ import annotations

import numpy as np


def log_uniform(rng: np.random.Generator, low: float, high: float) -> float:
    """A number whose logarithm is uniform between those of the two."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def with_channels(pixels: np.ndarray, channels: int) -> np.ndarray:
    """(h, w, 1 or 3) with as many channels as asked for; grey is the mean of colours, float."""
    if pixels.shape[2] == channels:
        return pixels
    return pixels.mean(2, keepdims=True) if channels == 1 else np.repeat(pixels, channels, 2)


def laid_over(below: np.ndarray, above: np.ndarray, opaque: np.ndarray) -> np.ndarray:
    """(h, w, C) float32 in 0…255: one over the other, as much as `opaque` (h, w) in 0…1 says."""
    return np.clip(below + (above - below) * opaque[..., None], 0, 255).astype(np.float32)
