"""Drawn material for the network of Assist: windows with one object each, and the hand that clicks on it.

Nothing here comes from a photograph: surfaces are noise, streaks, gratings and bands, objects are outlines filled with
another shade or surface. Images are (SIDE, SIDE, 3) in 0…255, masks (SIDE, SIDE) in 0, 1.
"""

from __future__ import annotations

import cv2
import numpy as np

SIDE = 128
Rng = np.random.Generator
LEAST_CHANGE = 7.0  # grey levels between an object and what lies around it; less cannot be seen


def noise(rng: Rng, side: int, cell: float, stretch: float = 1.0, angle: float = 0.0) -> np.ndarray:
    """Smooth noise of deviation 1, of about `cell` pixels, drawn out `stretch` times along `angle` (degrees)."""
    big = int(side * 1.5)
    small = rng.normal(size=(max(2, int(big / cell)), max(2, int(big / cell / stretch)))).astype(np.float32)
    field = cv2.resize(small, (big, big), interpolation=cv2.INTER_CUBIC)
    if stretch > 1:
        turn = cv2.getRotationMatrix2D((big / 2, big / 2), angle, 1)
        field = cv2.warpAffine(field, turn, (big, big), borderMode=cv2.BORDER_REFLECT)
    start = (big - side) // 2
    field = field[start : start + side, start : start + side]
    return (field - field.mean()) / (field.std() + 1e-3)


def surface(rng: Rng, side: int) -> np.ndarray:
    """A surface in 0…255: a shade with noise of several sizes, often streaks, sometimes a grating, bands or spots."""
    shade = rng.uniform(25, 225)
    tint = rng.normal(0, 14, 3) * rng.integers(0, 2)
    angle = rng.uniform(0, 180)
    grey = np.full((side, side), shade, np.float32)
    grey += noise(rng, side, side / rng.uniform(0.7, 2.5)) * rng.uniform(0, 18)
    grey += noise(rng, side, rng.uniform(6, 30)) * rng.uniform(0, 9)
    grey += noise(rng, side, rng.uniform(1, 5)) * rng.uniform(0, 9)
    if rng.random() < 0.45:
        grey += noise(rng, side, rng.uniform(1.5, 8), rng.uniform(4, 25), angle) * rng.uniform(2, 20)
    y, x = np.mgrid[:side, :side].astype(np.float32)
    across = x * np.cos(np.radians(angle)) + y * np.sin(np.radians(angle))
    if rng.random() < 0.12:
        grey += np.sin(across * 2 * np.pi / rng.uniform(4, 40)) * rng.uniform(4, 22)
    if rng.random() < 0.5:  # bands with soft or hard edges
        for _ in range(rng.integers(1, 4)):
            at, width = rng.uniform(-side, side * 1.4), rng.uniform(5, side)
            edge = rng.uniform(0.7, 14)
            wave = noise(rng, side, side / 2) * rng.uniform(0, 4)
            inside = (np.tanh((across + wave - at) / edge) - np.tanh((across + wave - at - width) / edge)) / 2
            grey += inside * rng.normal(0, 35)
    image = grey[..., None] + tint + rng.normal(0, 4, 3)
    if rng.random() < 0.3:
        image += noise(rng, side, rng.uniform(8, 60))[..., None] * rng.normal(0, 8, 3)
    return image.astype(np.float32)


def outline(rng: Rng, size: float) -> np.ndarray:
    """Points of a closed outline around (0, 0) of about so many pixels across."""
    count = 72
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    kind = rng.random()
    if kind < 0.55:  # Fourier outline
        radius = np.ones(count)
        for wave in range(2, 9):
            radius += rng.normal(0, 0.55 / wave**1.2) * np.cos(wave * turn + rng.uniform(0, 6.3))
        radius = np.clip(radius, 0.2, None)
        flat = rng.uniform(0.25, 1)
        points = np.stack([radius * np.cos(turn), radius * np.sin(turn) * flat], 1)
    elif kind < 0.75:  # tapered arc
        along = np.linspace(-1, 1, count // 2)
        bend, thick = rng.normal(0, 0.4), rng.uniform(0.05, 0.28)
        wide = thick * (1 - np.abs(along) ** rng.uniform(2, 6)) + 0.015
        spine = bend * along**2 + rng.normal(0, 0.08) * np.sin(along * rng.uniform(2, 8))
        points = np.concatenate([np.stack([along, spine + wide], 1), np.stack([along[::-1], (spine - wide)[::-1]], 1)])
    elif kind < 0.9:  # corners
        corners = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 9)))
        radius = rng.uniform(0.45, 1.1, len(corners))
        points = np.stack([radius * np.cos(corners), radius * np.sin(corners) * rng.uniform(0.4, 1)], 1)
    else:  # superellipse
        power = rng.uniform(0.25, 1)
        c, s = np.cos(turn), np.sin(turn)
        points = np.stack([np.sign(c) * np.abs(c) ** power, np.sign(s) * np.abs(s) ** power * rng.uniform(0.2, 1)], 1)
    angle = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = points @ spin
    return points / (points.max(0) - points.min(0)).max() * size


def region(rng: Rng, side: int, at: np.ndarray, size: float) -> np.ndarray:
    """A filled outline in 0, 1, often with a ragged edge, sometimes of several outlines or with a hole."""
    mask = np.zeros((side, side), np.uint8)
    for i in range(1 if rng.random() < 0.7 else rng.integers(2, 4)):
        part = size if i == 0 else size * rng.uniform(0.3, 0.8)
        middle = at if i == 0 else at + rng.normal(0, size / 4, 2)
        points = outline(rng, part) + middle
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 1, shift=4)
    if rng.random() < 0.5:  # ragged: the edge follows a noise
        far = cv2.distanceTransform(mask, cv2.DIST_L2, 3) - cv2.distanceTransform(1 - mask, cv2.DIST_L2, 3)
        mask = (far + noise(rng, side, rng.uniform(2, 10)) * size * rng.uniform(0, 0.06) > 0).astype(np.uint8)
    if rng.random() < 0.08:
        points = outline(rng, size * rng.uniform(0.2, 0.5)) + at
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 0, shift=4)
    return mask


def painted(rng: Rng, image: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The image with the region in another shade, another surface, or both; its edge is soft by up to two pixels."""
    side = len(image)
    kind = rng.random()
    change = np.sign(rng.normal() - 0.35) * rng.uniform(10, 90)
    own = surface(rng, side)
    if kind < 0.5:  # a shade over what is there
        inside = image + change + rng.normal(0, 7, 3)
        inside += (noise(rng, side, rng.uniform(1.5, 14)) * rng.uniform(0, 22))[..., None]
    elif kind < 0.72:  # another surface of a shade like that around
        inside = own - own.mean((0, 1)) + image.mean((0, 1)) + change * 0.6
    elif kind < 0.85:
        inside = own
    else:  # rough: dark and bright spots
        inside = image + change * 0.5 + (noise(rng, side, rng.uniform(1.5, 5)) * rng.uniform(10, 40))[..., None]
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), rng.uniform(0.3, 1.6))[..., None]
    result = image * (1 - soft) + inside * soft
    if rng.random() < 0.2:  # a rim, as of a dent or a burr
        rim = cv2.GaussianBlur(
            cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3))).astype(np.float32), (0, 0), 1
        )
        result += (rim * rng.normal(0, 45))[..., None]
    return result


def finished(rng: Rng, image: np.ndarray) -> np.ndarray:
    """As a camera gives it: light that falls off, blur, noise, JPEG, sometimes grey."""
    side = len(image)
    image = image * (1 + noise(rng, side, side)[..., None] * rng.uniform(0, 0.12))
    if rng.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.5))
    image = image + rng.normal(0, rng.uniform(0.3, 6), image.shape)
    image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        image = np.repeat(image.mean(2, keepdims=True).astype(np.uint8), 3, 2)
    if rng.random() < 0.5:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))])
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return image


def change_of(image: np.ndarray, mask: np.ndarray, reach: int) -> float:
    """Grey levels by which a region differs from a ring around it, in shade or in roughness."""
    wide = cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)) - mask
    if mask.sum() == 0 or wide.sum() == 0:
        return 0.0
    inside, around = image[mask > 0].astype(np.float32), image[wide > 0].astype(np.float32)
    shade = float(np.abs(inside.mean(0) - around.mean(0)).max())
    return max(shade, float(np.abs(inside.std(0) - around.std(0)).max()))


def sample(rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """An image with one object to find, among others of its kind, and its mask."""
    while True:
        image = surface(rng, SIDE)
        size = float(np.exp(rng.uniform(np.log(10), np.log(150))))
        mask = region(rng, SIDE, rng.uniform(0.25, 0.75, 2) * SIDE, size)
        others = np.zeros_like(mask)
        for _ in range(rng.integers(0, 4)):
            other = region(rng, SIDE, rng.uniform(0, 1, 2) * SIDE, size * rng.uniform(0.2, 1.2))
            others |= other
        gap = cv2.dilate(mask, np.ones((7, 7), np.uint8))
        others[gap > 0] = 0
        alike = rng.random() < 0.6
        if others.any() and not alike:
            image = painted(rng, image, others)
        image = finished(rng, painted(rng, image, mask | others if alike else mask))
        if mask.sum() >= 12 and change_of(image, mask, max(3, int(size / 6))) >= LEAST_CHANGE:
            return image, mask


def innermost(mask: np.ndarray, rng: Rng | None = None) -> tuple[int, int]:
    """The innermost point (x, y) of the greatest piece; with a generator, one of the inner ones."""
    _, pieces, facts, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    greatest = (pieces == 1 + int(np.argmax(facts[1:, cv2.CC_STAT_AREA]))).astype(np.uint8)
    depth = cv2.distanceTransform(np.pad(greatest, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    if rng is None or rng.random() < 0.5:
        y, x = np.unravel_index(int(np.argmax(depth)), depth.shape)
    else:
        inner = np.argwhere(depth >= depth.max() * 0.5)
        y, x = inner[rng.integers(len(inner))]
    return int(x), int(y)
