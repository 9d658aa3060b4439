"""Decoding follows the table that Node follows too, file by file."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from loupe_engine.data.decode import BadImage, decode, pixels_sha256, size_of
from loupe_engine.export.formats import ODD_FORMATS

FIXTURES = Path(__file__).parents[2] / "packages" / "contract" / "fixtures" / "decode"
EXPECTED = json.loads((FIXTURES / "expected.json").read_text("utf-8")) if (FIXTURES / "expected.json").exists() else []


@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: case["file"])
def test_fixture_decodes_to_the_agreed_pixels(case: dict) -> None:
    data = (FIXTURES / case["file"]).read_bytes()
    pixels = decode(data)
    assert (pixels.shape[1], pixels.shape[0]) == (case["width"], case["height"])
    assert size_of(data) == (case["width"], case["height"])
    if not case.get("needsPng"):  # such a file is turned into PNG at import, because decoders differ on it
        assert pixels_sha256(pixels) == case["sha256"]


def drawn() -> np.ndarray:
    rng = np.random.default_rng(3)
    coarse = rng.integers(0, 255, (6, 9, 3), dtype=np.uint8)
    return np.asarray(Image.fromarray(coarse).resize((72, 48), Image.Resampling.BICUBIC))


@pytest.mark.parametrize("name", ODD_FORMATS)
def test_odd_formats_show_the_same_image(name: str) -> None:
    rgb = drawn()
    pixels = decode(ODD_FORMATS[name](rgb))
    assert pixels.shape == rgb.shape and pixels.dtype == np.uint8
    wanted = rgb if "grey" not in name else np.repeat(np.asarray(Image.fromarray(rgb).convert("L"))[..., None], 3, 2)
    off = np.abs(pixels.astype(int) - wanted).mean()
    exact = name in ("bmp-24.bmp", "png-16-rgb.png", "png-alpha.png")
    assert off == 0 if exact else off < 12


def test_broken_files_are_refused() -> None:
    whole = ODD_FORMATS["jpeg-grey.jpg"](drawn())
    for data in (b"", b"a text", whole[: len(whole) // 2], whole[:20]):
        with pytest.raises(BadImage):
            decode(data)


def test_a_giant_is_refused_before_it_is_unpacked() -> None:
    out = io.BytesIO()
    Image.new("1", (33_000, 8)).save(out, "PNG")
    with pytest.raises(BadImage, match="limit"):
        decode(out.getvalue())
