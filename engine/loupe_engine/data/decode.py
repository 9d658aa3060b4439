"""File bytes to pixels, by the one decode table that Node follows too (design, section 11).

| in the file                | out                                                     |
|----------------------------|---------------------------------------------------------|
| EXIF orientation           | applied                                                 |
| grey, palette, 1 to 4 bits | RGB                                                     |
| alpha, transparent colour  | dropped, not blended                                    |
| 16 bits a channel          | the high byte, neither scaled nor rounded               |
| CMYK JPEG                  | RGB (at import such files are turned into PNG)          |
| ICC profile                | ignored                                                 |
"""

from __future__ import annotations

import hashlib
import io

import numpy as np
from PIL import Image, ImageFile

MAX_PIXELS = 350_000_000
MAX_SIDE = 32_768
FORMATS = ("JPEG", "PNG", "BMP", "TIFF", "WEBP")

# EXIF orientation to the turn that puts the image upright.
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

Image.MAX_IMAGE_PIXELS = None  # our own limit stands below
ImageFile.LOAD_TRUNCATED_IMAGES = False


class BadImage(Exception):
    """The bytes are no whole image of a known format within the limits."""


def decode(data: bytes) -> np.ndarray:
    """Image file bytes to RGB, uint8, (H, W, 3), after orientation. Raises BadImage."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            _check_size(image)
            image.load()
            return _to_rgb(_upright(image))
    except BadImage:
        raise
    except Exception as error:  # Pillow raises many kinds for broken files, down to struct.error
        raise BadImage(f"{type(error).__name__}: {error}") from error


def size_of(data: bytes) -> tuple[int, int]:
    """(width, height) after orientation from the header alone. Raises BadImage."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            _check_size(image)
            turned = 5 <= _orientation(image) <= 8
            return (image.height, image.width) if turned else (image.width, image.height)
    except BadImage:
        raise
    except Exception as error:
        raise BadImage(f"{type(error).__name__}: {error}") from error


def pixels_sha256(pixels: np.ndarray) -> str:
    """Hash of the raw RGB bytes, row by row: what the other decoder must get too."""
    return hashlib.sha256(np.ascontiguousarray(pixels).tobytes()).hexdigest()


def _check_size(image: Image.Image) -> None:
    if image.width * image.height > MAX_PIXELS or max(image.size) > MAX_SIDE:
        raise BadImage(f"{image.width} x {image.height} is over the limit")


def _orientation(image: Image.Image) -> int:
    """From the EXIF block alone: `getexif` would obey XMP too, which browsers and the server do not."""
    try:
        exif = Image.Exif()
        exif.load(image.info.get("exif", b""))
        return int(exif.get(0x0112, 1))
    except Exception:  # a broken EXIF block says nothing about the pixels
        return 1


def _upright(image: Image.Image) -> Image.Image:
    turn = TURNS.get(_orientation(image))
    return image if turn is None else image.transpose(turn)


def _to_rgb(image: Image.Image) -> np.ndarray:
    if image.mode.startswith("I;16"):
        grey = (np.asarray(image).astype(np.uint16) >> 8).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if image.mode in ("I", "F"):
        raise BadImage(f"{image.mode}: 32 bits a channel")
    if image.mode in ("LA", "La"):
        image = image.getchannel(0)
    elif image.mode in ("RGBA", "RGBX", "RGBa"):
        image = Image.merge("RGB", image.split()[:3])
    image.info.pop("transparency", None)
    return np.array(image.convert("RGB"))
