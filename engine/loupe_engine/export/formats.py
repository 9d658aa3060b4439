"""The same image in formats that decoders are known to disagree on: material for the parity check from file bytes."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image


def png_16_rgb(pixels: np.ndarray) -> bytes:
    """PNG with 16 bits a channel, (H, W, 3) uint16. Pillow cannot write one, so it is written here."""
    height, width, _ = pixels.shape
    rows = pixels.astype(">u2").tobytes()
    line = width * 6
    raw = b"".join(b"\0" + rows[y * line : (y + 1) * line] for y in range(height))

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 6)) + chunk(b"IEND", b"")


def _saved(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def _deep(values: np.ndarray) -> np.ndarray:
    """8 bits to 16 with low bytes that a rounding decoder would not drop."""
    low = (np.arange(values.size, dtype=np.uint32).reshape(values.shape) * 37 % 256).astype(np.uint16)
    return values.astype(np.uint16) << 8 | low


def _grey(rgb: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)


def bmp_24(rgb: np.ndarray) -> bytes:
    return _saved(Image.fromarray(rgb), "BMP")


def bmp_palette(rgb: np.ndarray) -> bytes:
    return _saved(Image.fromarray(rgb).quantize(200), "BMP")


def png_palette(rgb: np.ndarray) -> bytes:
    return _saved(Image.fromarray(rgb).quantize(128), "PNG", transparency=3)


def png_alpha(rgb: np.ndarray) -> bytes:
    alpha = np.linspace(0, 255, rgb.shape[1]).astype(np.uint8)[None].repeat(rgb.shape[0], 0)
    return _saved(Image.fromarray(np.dstack([rgb, alpha])), "PNG")


def png_16_grey(rgb: np.ndarray) -> bytes:
    return _saved(Image.fromarray(_deep(_grey(rgb))), "PNG")


def png_deep_rgb(rgb: np.ndarray) -> bytes:
    return png_16_rgb(_deep(rgb))


def jpeg_grey(rgb: np.ndarray) -> bytes:
    return _saved(Image.fromarray(_grey(rgb)), "JPEG", quality=92)


def jpeg_turned(rgb: np.ndarray) -> bytes:
    """JPEG stored on its side, with the EXIF orientation (6) that puts it upright again."""
    exif = Image.Exif()
    exif[0x0112] = 6
    return _saved(Image.fromarray(rgb).transpose(Image.Transpose.ROTATE_90), "JPEG", quality=92, exif=exif)


# File name to writer; a writer takes RGB (H, W, 3) uint8.
ODD_FORMATS: dict[str, Callable[[np.ndarray], bytes]] = {
    "bmp-24.bmp": bmp_24,
    "bmp-palette.bmp": bmp_palette,
    "png-16-grey.png": png_16_grey,
    "png-16-rgb.png": png_deep_rgb,
    "png-alpha.png": png_alpha,
    "png-palette.png": png_palette,
    "jpeg-turned.jpg": jpeg_turned,
    "jpeg-grey.jpg": jpeg_grey,
}
