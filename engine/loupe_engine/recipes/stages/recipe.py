"""The two stages as the loop sees them: detectors whose images, truths and reports are of parts and their crops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ...data.images import UnusableImage, decoded
from ...data.manifest import ManifestImage
from ...faults import Fault
from ..base import Context, Tick
from ..detect import report
from ..detect.data import Entry, TrainingSet, make_entries, room_of
from ..detect.export import DetectGraph
from ..detect.params import Params
from ..detect.recipe import Detect
from .chain import Runner, chain_report, located, locator
from .choice import chosen_score
from .crops import Region, crop_of, is_cut
from .data import PartsSet, Views, Whole, entry_at, of_labels, outside, regions_of, views_of, wholes_of
from .params import InspectParams, LocateParams, read_inspect, read_locate


def _indexes(classes: tuple[str, ...], names: tuple[str, ...]) -> set[int]:
    return {i for i, name in enumerate(classes) if name in names}


class Locate(Detect):
    """A detector of the labels that mark parts."""

    name = "locate"
    params: LocateParams

    def read(self, raw: dict[str, Any]) -> Params:
        return read_locate(raw, self.context.job.classes)

    @property
    def locating(self) -> set[int]:
        return _indexes(self.classes, self.params.locating)

    def entries_of(self, images: dict[str, list[ManifestImage]], tick: Tick) -> dict[str, list[Entry]]:
        entries = {
            part: make_entries(of_labels(found, self.locating), self.context.log.warn) for part, found in images.items()
        }
        for found in entries.values():
            if found and not any((entry.outlines.labels >= 0).any() for entry in found):
                raise Fault("data.noParts", "prepare")
        return entries

    def found_labels(self) -> list[bool] | None:
        return [i in self.locating for i in range(len(self.classes))]

    def fingerprint(self) -> dict[str, Any]:
        return {**super().fingerprint(), "locating": list(self.params.locating)}


class Inspect(Detect):
    """A detector of all other labels, in crops of the parts."""

    name = "inspect"
    params: InspectParams

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.views: dict[tuple[int, Region], Views] = {}
        self.validated: list[Whole] = []
        self.locate: tuple[Runner, Runner] | None = None

    def read(self, raw: dict[str, Any]) -> Params:
        if not self.context.job.earlier:
            raise Fault("job.invalid", "prepare", field="earlier", reason="the stage that finds parts is wanted")
        return read_inspect(raw)

    @property
    def locating(self) -> set[int]:
        return _indexes(self.classes, tuple(self.context.job.earlier[-1].params.get("locating") or ()))

    def entries_of(self, images: dict[str, list[ManifestImage]], tick: Tick) -> dict[str, list[Entry]]:
        others = set(range(len(self.classes))) - self.locating
        wholes = {
            part: wholes_of(found, self.locating, others, self.context.log.warn) for part, found in images.items()
        }
        for found in wholes.values():
            if found and not any(len(whole.parts) for whole in found):
                raise Fault("data.noParts", "prepare")
        self.validated = wholes["val"]
        self.locate = locator(self.context, self.context.job.earlier[-1])
        if not self.params.part_score:
            self.params = replace(self.params, part_score=chosen_score(self._seen(wholes["val"])))
        train = self._training_parts(wholes["train"], tick)
        return {"train": train, "val": [entry for whole in wholes["val"] for entry in self._true(whole)]}

    def _seen(self, wholes: list[Whole]) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Of images that can be read the true parts, and what the stage before finds with its scores."""
        assert self.locate is not None
        for whole in wholes:
            try:
                found = located(self.locate[0], decoded(self.context.job, whole.image))
            except UnusableImage:
                continue
            yield whole.parts, found.boxes, found.scores

    def _true(self, whole: Whole) -> list[Entry]:
        """The crops of its true parts."""
        regions = dict.fromkeys(regions_of(whole.parts, self.params.rule, whole.image))
        return [entry_at(whole.entry, region) for region in regions]

    def _training_parts(self, wholes: list[Whole], tick: Tick) -> list[Entry]:
        """The crops of the true parts, with the views of each; a warning tells of defects that lie in none."""
        rule, seed = self.params.rule, self.context.job.seed
        count, first, blind = 0, None, 0
        crowded: list[str] = []
        cut: list[str] = []
        entries = []
        for done, whole in enumerate(wholes, 1):
            found, more, larger = self._located(whole.image)
            crowded += [whole.image.name] * more
            cut += [whole.image.name] * larger
            blind += not found and len(whole.parts) > 0
            lost = outside(whole, regions_of(whole.parts, rule, whole.image))
            count, first = count + lost, first or (whole.image.name if lost else None)
            for place, box in enumerate(whole.parts):
                views = views_of(whole, box, place, rule, seed, found)
                key = (whole.image.id, views.near[0]) if views.near else None
                if key is not None and key not in self.views:
                    self.views[key] = views
                    entries.append(entry_at(whole.entry, key[1]))
            tick(done, len(wholes))
        if first is not None:
            self.context.log.warn("data.outsideParts", file=first, count=count)
        if cut:
            self.context.log.warn("data.cutParts", file=cut[0], count=len(cut))
        if crowded:
            most = self.params.part_most
            self.context.log.warn("data.manyParts", file=crowded[0], count=len(crowded), most=most)
        if blind:
            self.context.log.warn("data.partsMissed", count=blind)
        return entries

    def _located(self, image: ManifestImage) -> tuple[list[Region], bool, bool]:
        """The crops that the stage before makes of an image, whether it has more parts, and any larger than its crop.

        None of an image that cannot be read, which is named later.
        """
        assert self.locate is not None
        try:
            found = located(self.locate[0], decoded(self.context.job, image))
        except UnusableImage:
            return [], False, False
        parts = found.parts(self.params)
        more = int((found.scores >= self.params.part_score).sum()) > len(parts.scores)
        regions, cut = [], False
        for box in parts.boxes:
            crop = crop_of(box, self.params.rule, image.width, image.height)
            if crop is not None:
                regions.append(crop)
                cut |= is_cut(box, crop, image.width, image.height)
        return regions, more, cut

    def room_of(self, entries: list[Entry]) -> tuple[int, int]:
        """That all crops fit into, as they are seen in training too."""
        seen = [entry_at(views.whole, region) for views in self.views.values() for region in views.all]
        return room_of([*entries, *seen], self.params)

    def training_set(self, entries: list[Entry], *given: Any) -> TrainingSet:
        return PartsSet(self.views, entries, *given)

    def found_labels(self) -> list[bool] | None:
        return [i not in self.locating for i in range(len(self.classes))]

    def fingerprint(self) -> dict[str, Any]:
        rule = self.params.rule
        stage = {"locating": sorted(self.locating), "rule": [rule.margin, *rule.width, *rule.height, rule.square]}
        return {**super().fingerprint(), **stage, "earlier": self.context.job.earlier[-1].sha256}

    def chain_of(self, graph: DetectGraph, compared: report.ComparedAt, tick: Tick) -> dict[str, Any] | None:
        assert self.locate is not None
        return chain_report(self.context, self.params, graph, compared, self.validated, self.locate, tick)
