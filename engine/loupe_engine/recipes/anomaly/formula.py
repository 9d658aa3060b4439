"""Pictures made by formula: textures, fractals and shapes, for pretraining without any photograph.

Learning from formulas: Kataoka et al., Pre-training without natural images, 2020.
"""

from __future__ import annotations

import cv2
import numpy as np

from .synth import log_uniform

Rng = np.random.Generator


def _power_noise(rng: Rng, n: int) -> np.ndarray:
    """Noise whose spectrum falls by a power, drawn out in one direction: rolled, brushed, cloudy."""
    y, x = np.fft.fftfreq(n)[:, None] * log_uniform(rng, 0.15, 12), np.fft.rfftfreq(n)[None]
    radius = np.sqrt(y**2 + x**2) + 1 / n
    return np.fft.irfft2(np.fft.rfft2(rng.standard_normal((n, n))) * radius ** -rng.uniform(0.2, 2.2), s=(n, n))


def _band_noise(rng: Rng, n: int) -> np.ndarray:
    """Noise of one frequency and direction: weave, grain, ground metal."""
    angle, frequency, width = rng.uniform(0, np.pi), log_uniform(rng, 0.015, 0.25), log_uniform(rng, 0.004, 0.05)
    y, x = np.fft.fftfreq(n)[:, None], np.fft.rfftfreq(n)[None]
    cx, cy = frequency * abs(np.cos(angle)), frequency * np.sin(angle)
    return np.fft.irfft2(
        np.fft.rfft2(rng.standard_normal((n, n))) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * width**2)),
        s=(n, n),
    )


def _cells(rng: Rng, n: int) -> np.ndarray:
    """Voronoi cells: their walls, their distances, or each of one grey."""
    grid = np.full((n, n), 255, np.uint8)
    points = rng.integers(0, n, (int(log_uniform(rng, 15, 900)), 2))
    grid[points[:, 0], points[:, 1]] = 0
    distance, label = cv2.distanceTransformWithLabels(grid, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_CCOMP)
    kind = rng.integers(3)
    if kind == 0:
        return distance
    flat = rng.standard_normal(label.max() + 1)[label]
    return flat if kind == 1 else np.abs(cv2.Laplacian(flat, cv2.CV_64F)).clip(0, 1)


def _fractal(rng: Rng, n: int) -> np.ndarray:
    """Attractor of random affine maps (iterated function system)."""
    maps = rng.uniform(-1, 1, (int(rng.integers(2, 6)), 2, 3))
    maps[:, :, :2] *= 0.62
    points = rng.uniform(-1, 1, (20_000, 2))
    for _ in range(12):
        chosen = maps[rng.integers(len(maps), size=len(points))]
        points = np.einsum("nij,nj->ni", chosen[:, :, :2], points) + chosen[:, :, 2]
    cells = ((points - points.min(0)) / (np.ptp(points, 0) + 1e-6) * (n - 1)).astype(int)
    image = np.zeros((n, n), np.float32)
    np.add.at(image, (cells[:, 0], cells[:, 1]), 1.0)
    image = cv2.GaussianBlur(np.log1p(image), (0, 0), rng.uniform(0.6, 2))
    return image + np.roll(image, n // 3, 0) + np.roll(np.rot90(image), n // 4, 1)


def _shapes(rng: Rng, n: int) -> np.ndarray:
    """Many discs, lines or frames of one size over each other."""
    image = np.full((n, n), 128, np.uint8)
    kind, side, many = rng.integers(3), log_uniform(rng, 3, 40), rng.random() < 0.5
    for _ in range(min(4000, int(rng.uniform(1, 4) * n * n / (side * side * 6)))):
        x, y = (int(v) for v in rng.integers(0, n, 2))
        grey = int(rng.integers(0, 256)) if many else int(rng.choice([30, 220]))
        if kind == 0:
            cv2.ellipse(
                image, (x, y), (round(side / 2) + 1, round(side * rng.uniform(0.2, 0.5)) + 1), 0, 0, 360, grey, -1
            )
        elif kind == 1:
            end = (round(x + rng.normal() * side * 2), round(y + rng.normal() * side * 2))
            cv2.line(image, (x, y), end, grey, round(1 + side / 8))
        else:
            end = (round(x + side), round(y + side * rng.uniform(0.2, 2)))
            cv2.rectangle(image, (x, y), end, grey, round(1 + side / 10))
    return image


def _lattice(rng: Rng, n: int) -> np.ndarray:
    """One motif repeated on a grid, as on boards, cells and fabrics."""
    step = int(log_uniform(rng, 8, 96))
    motif = np.zeros((step, step), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        x, y = (int(v) for v in rng.integers(0, step, 2))
        grey = float(rng.uniform(-1, 1))
        if rng.random() < 0.5:
            cv2.circle(motif, (x, y), max(1, int(step * rng.uniform(0.08, 0.45))), grey, int(rng.choice([-1, 1, 2])))
        else:
            cv2.rectangle(
                motif, (x, y), tuple(int(v) for v in rng.integers(0, step, 2)), grey, int(rng.choice([-1, 1]))
            )
    tiles = np.tile(motif, (n // step + 2, n // step + 2))
    turn = cv2.getRotationMatrix2D((n / 2, n / 2), float(rng.choice([0.0, rng.uniform(0, 90)])), 1.0)
    turned = cv2.warpAffine(tiles, turn, (n, n), borderMode=cv2.BORDER_WRAP)
    return turned + rng.uniform(0, 0.25) * rng.standard_normal((n, n))


KINDS = (_power_noise, _power_noise, _band_noise, _cells, _fractal, _shapes, _lattice, _lattice)


def texture(rng: Rng, n: int) -> np.ndarray:
    """One picture (n, n, 3) uint8: one formula, or one upon another, lit unevenly, grey or along a random colour."""
    image = _level(KINDS[int(rng.integers(len(KINDS)))](rng, n))
    if rng.random() < 0.35:
        image = _level(image + rng.uniform(0.3, 1) * _level(KINDS[int(rng.integers(len(KINDS)))](rng, n)))
    slope = np.linspace(-1, 1, n, dtype=np.float32)
    light = rng.normal() * slope[:, None] + rng.normal() * slope[None]
    image = image * log_uniform(rng, 12, 60) + light * rng.uniform(0, 12) + rng.uniform(60, 190)
    if rng.random() < 0.5:
        return np.repeat(image.clip(0, 255).astype(np.uint8)[..., None], 3, 2)
    tint = 1 + rng.uniform(-0.5, 0.5, 3).astype(np.float32)
    return (image[..., None] * tint + rng.normal(0, 15, 3)).clip(0, 255).astype(np.uint8)


def _level(image: np.ndarray) -> np.ndarray:
    image = image.astype(np.float32)
    return np.clip((image - image.mean()) / (image.std() + 1e-6), -3, 3)
