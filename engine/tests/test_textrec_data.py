"""Texts of `textrec`: which are used, how they are cut, batched and changed, and what is drawn among them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from drawn_texts import text_image, text_job, text_rows

from loupe_engine.control import Control
from loupe_engine.data.manifest import ManifestImage, Shape
from loupe_engine.events import EventLog
from loupe_engine.job import read_job
from loupe_engine.recipes.base import Context
from loupe_engine.recipes.text.decode import answers_needed
from loupe_engine.recipes.text.det_metrics import scores_of
from loupe_engine.recipes.text.widths import HEIGHT, whole_steps
from loupe_engine.recipes.textrec.chain import judged
from loupe_engine.recipes.textrec.data import as_input, jittered, packed, strip_of
from loupe_engine.recipes.textrec.lettering import drawable
from loupe_engine.recipes.textrec.params import read_params
from loupe_engine.recipes.textrec.recipe import Textrec
from loupe_engine.recipes.textrec.synthetic import Drawer
from loupe_engine.recipes.textrec.texts import LARGE, crop_of, texts_of

QUAD = (10.0, 10.0, 110.0, 10.0, 110.0, 40.0, 10.0, 40.0)


def image_of(*shapes: Shape) -> ManifestImage:
    return ManifestImage(1, "a" * 64, 300, 200, "train", "a.png", shapes)


def used(*shapes: Shape, whole: bool = False, **params: Any) -> tuple[list[Any], dict[str, int]]:
    """Texts that are used of an image, and how many are not for each reason."""
    warned: dict[str, int] = {}
    texts = texts_of(
        [image_of(*shapes)], read_params(params), whole, lambda code, file, count: warned.update({code: count})
    )
    return texts, warned


def test_texts_that_do_not_fit_are_counted_by_reason() -> None:
    shapes = [Shape(0, "quad", QUAD, False, text=text) for text in ("OK 1", "", "  ", "a\nb", "x" * 26, None)]
    shapes.append(Shape(0, "quad", QUAD, True, text="hidden"))
    shapes.append(Shape(0, "quad", (*QUAD[:4], 10, 40, 110, 40), False, text="crossed"))
    shapes.append(Shape(0, "quad", (0, 0, 20, 0, 20, 30, 0, 30), False, text="12345678901"))
    texts, warned = used(*shapes)
    assert [text.text for text in texts] == ["OK 1"]
    reasons = {"data.textEmpty": 2, "data.textLines": 1, "data.textLong": 1, "data.quadCrossed": 1}
    assert warned == {**reasons, "data.textNarrow": 1}
    assert [one.text for one in used(*shapes, maxTextLength=30, widthZoom="fixed")[0]] == [
        "OK 1",
        "x" * 26,
        "12345678901",
    ][::2]


def test_a_text_is_read_from_its_first_corner() -> None:
    counter = (*QUAD[:2], *QUAD[6:], *QUAD[4:6], *QUAD[2:4])
    outline = (10, 10, 60, 10, 110, 10, 110, 40, 10, 40)
    for shape in (
        Shape(0, "rect", (10, 10, 110, 40), False, text="A"),
        Shape(0, "quad", counter, False, text="A"),
        Shape(0, "polygon", outline, False, text="A"),
    ):
        assert used(shape)[0][0].quad == pytest.approx(QUAD)
    turned = (*QUAD[4:], *QUAD[:4])  # upside down, as it was annotated
    assert used(Shape(0, "quad", turned, False, text="A"))[0][0].quad == turned


def test_a_batch_is_as_wide_as_its_texts_and_no_answer_lacks_room() -> None:
    classes = {"1": 1, "7": 2}
    narrow, wide = (np.full((HEIGHT, columns, 1), 255, np.uint8) for columns in (50, 350))
    made = packed([(narrow, "17"), (wide, "1")], classes, (0, 0))
    assert made.strips.shape == (2, 1, HEIGHT, 352)
    assert made.strips[0, 0, 0].sum() == 50 * 255
    assert made.content.tolist() == [50, 350]
    # equal neighbours need an answer between them: 2 × 30 − 1 answers of 8 columns
    assert packed([(wide, "7" * 30)], classes, (0, 0)).strips.shape[3] == 480


def test_an_image_of_one_text_is_that_text() -> None:
    shape = Shape(0, "quad", QUAD, False, text="A")
    assert used(shape, whole=True)[0][0].quad == (0, 0, 300, 0, 300, 200, 0, 200)
    assert [one.quad for one in used(shape, shape, whole=True)[0]] == [QUAD, QUAD]


def test_a_crop_shows_what_the_image_shows() -> None:
    pixels, (quad,) = text_image(["4711"], turn=8)
    crop = crop_of(pixels, tuple(quad))
    assert crop.pixels.shape[0] < pixels.shape[0] + 1 and crop.pixels.nbytes < pixels.nbytes
    assert np.abs(strip_of(crop.pixels, crop.quad, 90).astype(int) - strip_of(pixels, quad, 90)).max() <= 1
    grey = crop_of(pixels[..., :1].repeat(3, 2), tuple(quad))
    assert grey.pixels.shape[2] == 1
    large = crop_of(pixels.repeat(12, 0).repeat(12, 1), tuple(v * 12 for v in quad))
    height = np.linalg.norm(np.subtract(large.quad[6:], large.quad[:2]))
    assert height < LARGE and abs(height - 2 * HEIGHT) < 1
    near = strip_of(large.pixels, large.quad, 90).astype(int) - strip_of(pixels, quad, 90)
    assert np.abs(near).mean() < 12


def test_jitter_stays_near_and_turns_long_texts_less() -> None:
    rng = np.random.default_rng(0)
    short = [0.0, 0.0, 60.0, 0.0, 60.0, 20.0, 0.0, 20.0]
    long = [0.0, 0.0, 900.0, 0.0, 900.0, 20.0, 0.0, 20.0]
    for quad in (short, long):
        moved = np.array([jittered(rng, quad, 15) for _ in range(200)]).reshape(-1, 4, 2) - np.array(quad).reshape(4, 2)
        assert np.abs(moved[..., 1]).max() < 12 and moved.std(0).min() > 0.1
    assert jittered(np.random.default_rng(5), short, 3) == jittered(np.random.default_rng(5), short, 3)


def prepared(folder: Path, **params: Any) -> Textrec:
    rows = text_rows(folder, 4, 2)
    rows[0]["shapes"][0]["p"] = [10, 10, 190, 10, 190, 30, 10, 30]  # a wider one
    job = text_job(folder, rows, params=params)
    recipe = Textrec(Context(read_job(job), EventLog(job.parent / "e.jsonl"), Control(), torch.device("cpu")))
    recipe.prepare(lambda done, total: None)
    return recipe


def test_batches_are_of_about_one_width_and_the_same_whenever_they_are_made(tmp_path: Path) -> None:
    recipe = prepared(tmp_path, synthetic=0.5, batchSize=4, epochSteps=8, noise=9, rotate=5)
    plan, training = recipe.plan, recipe.training
    assert plan and training and plan.batches >= 8 and (training.real, training.drawn) == (2, 2)
    seen = 0
    assert len({text.group for text in training.texts}) == 2
    for position in range(plan.batches):
        batch = recipe.batch((1, position))
        again = recipe.batch((1, position))
        assert all((getattr(batch, k) == getattr(again, k)).all() for k in ("strips", "content", "classes", "lengths"))
        seen += len(batch.lengths) - training.drawn
        assert batch.content.max() <= batch.strips.shape[3] and batch.lengths.sum() == len(batch.classes)
        texts = np.split(batch.classes, batch.lengths.cumsum()[:-1])
        answers = [answers_needed("".join(map(chr, text))) for text in texts]
        assert min(answers) > 0 and batch.content.min() > 0
        assert batch.strips.shape[3] == whole_steps(max(8 * max(answers), int(batch.content.max())))
    assert seen == 8 * training.repeats
    assert not np.array_equal(recipe.batch((0, 0)).strips, recipe.batch((1, 0)).strips)
    x = as_input(torch.from_numpy(batch.strips), torch.from_numpy(batch.content))
    assert x.shape[1] == 3 and x.abs().max() <= 1
    assert all((row[:, :, int(n) :] == 0).all() for row, n in zip(x, batch.content, strict=True))


def test_validation_sees_true_texts_alone(tmp_path: Path) -> None:
    recipe = prepared(tmp_path, synthetic=0.5)
    batches = list(recipe._validation_batches())
    seen = [text.text for group, _ in batches for text in group]
    assert sorted(seen) == sorted(text.text for text in recipe.validation)
    assert sum(len(batch.lengths) for _, batch in batches) == 4
    assert {text.image.part for group, _ in batches for text in group} == {"val"}


def test_drawn_texts_use_what_is_read_and_most_what_is_rare() -> None:
    characters = [*"0123456789AB-批"]
    drawer = Drawer(["A-1234567890"] * 20 + ["B"], characters)
    rng = np.random.default_rng(3)
    texts = [drawer.text(rng, 160) for _ in range(400)]
    assert all(texts) and {one for text in texts for one in text} <= set(characters)
    assert max(map(answers_needed, texts)) <= 20
    free = "".join(drawer._free(rng) for _ in range(200))
    assert free.count("B") > 3 * free.count("A")
    ground = np.full((30, 90, 3), (90, 120, 60), np.uint8)
    for _ in range(40):
        crop, text = drawer.draw(rng, ground, 320)
        assert text and crop.pixels.dtype == np.uint8 and crop.pixels.std() > 3


def test_fonts_draw_chinese_and_say_what_they_lack() -> None:
    assert drawable("批") and drawable("A") and drawable("?")
    assert not drawable("\n") and not drawable("\U0001f9ff")


def test_both_stages_are_judged_by_what_is_found_and_read_right() -> None:
    """A text read right, one read wrong, one that nobody typed, one to ignore, one that is missed."""
    boxes = [(10.0, y, 110.0, y, 110.0, y + 20.0, 10.0, y + 20.0) for y in (0.0, 30.0, 60.0, 90.0, 120.0)]
    said = ["Ab1", "7", None, None, "x"]
    shapes = [Shape(0, "quad", box, i == 3, text=text) for i, (box, text) in enumerate(zip(boxes, said, strict=True))]
    found, right = judged(image_of(*shapes), np.array(boxes[:4]), ["ab1", "1", "?", "?"], True)
    figures = scores_of([found])
    assert (figures.precision, figures.recall) == (1.0, 3 / 4)
    whole = scores_of([right])
    assert (whole.truths, whole.found, whole.precision, whole.recall) == (3, 2, 1 / 2, 1 / 3)
    assert scores_of([judged(image_of(*shapes), np.array(boxes[:4]), ["ab1", "1", "?", "?"], False)[1]]).hmean == 0
