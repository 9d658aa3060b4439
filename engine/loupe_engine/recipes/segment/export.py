"""The deployed form of `segment`: from an image of any size to boxes and packed masks, in one graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from ...data.masks import unpacked
from ...export.parity import Found
from ...nn.letterbox import letterbox
from ..detect.export import DetectGraph, best_of, clip_to_image, firm_list, gain_of, write_graph
from ..detect.model import decode_boxes
from .bits import packed_bits, times_of
from .model import Segmenter

MOST = 100  # instances of an image


class SegmentGraph(DetectGraph):
    """As the graph of `detect`, N <= 100, and masks (N, GH, GW / 8) uint8, packed along x, most significant bit first,
    on a grid over the canvas; cell (2,) float32: width and height of a cell in pixels of the image.
    """

    net: Segmenter

    def __init__(self, net: Segmenter, image_size: int, room: tuple[int, int] | None = None) -> None:
        super().__init__(net, image_size, room)
        self.times = times_of(net.mask_stride, self.canvas)

    @property
    def step(self) -> int:
        """Pixels of the canvas that a cell is wide."""
        return self.net.mask_stride // self.times

    def look(self, image: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Boxes (1, A, 4) and scores (1, C, A) as `candidates`; coefficients (1, K, A), prototypes (K, h, w), the gain
        (4,) from canvas to image, and height and width of the image on the canvas.
        """
        x, height, width = letterbox(image, self.canvas, self.room)
        sides, classes, mixing, prototypes = self.net(x)
        gain = gain_of(image, height, width)
        boxes = decode_boxes(sides, self.points, self.strides) * gain
        return boxes, classes.sigmoid(), mixing, prototypes[0], gain, height, width

    def candidates(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.look(image)[:2]

    def masks(
        self,
        prototypes: torch.Tensor,
        mixing: torch.Tensor,
        boxes: torch.Tensor,
        gain: torch.Tensor,
        height: int,
        width: int,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Packed masks (N, GH, GW / 8) within boxes (N, 4) in pixels of the image, not clipped, and the cell."""
        # only the image itself: cells whose middle lies beside it are in no mask
        size = (height, width)
        packed = packed_bits(prototypes, mixing, boxes / gain, self.net.mask_stride, self.times, size)
        return packed, gain[:2] * self.step

    def forward(
        self, image: torch.Tensor, iou_threshold: torch.Tensor, score_threshold: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        boxes, scores, mixing, prototypes, gain, height, width = self.look(image)
        boxes, scores, classes, mixing = best_of(boxes, scores, iou_threshold, score_threshold, MOST, mixing)
        masks, cell = self.masks(prototypes, mixing, boxes, gain, height, width)
        return clip_to_image(boxes, image), scores, classes, masks, cell


@torch.no_grad()
def firm_segment(graph: SegmentGraph, pixels: np.ndarray, iou: float, floor: float) -> Found:
    """As `firm_detect`, with the masks of all that is listed."""
    image = torch.from_numpy(np.ascontiguousarray(pixels))
    boxes, scores, mixing, prototypes, gain, height, width = graph.look(image)
    classes, anchors, firm = firm_list(boxes, scores, iou, floor, MOST)
    packed, _ = graph.masks(prototypes, mixing[0, :, anchors].T, boxes[0, anchors], gain, height, width)
    clipped = clip_to_image(boxes[0, anchors], image)
    found = scores[0, classes, anchors]
    return Found(clipped.numpy(), found.numpy(), classes.numpy(), firm.numpy(), unpacked(packed.numpy()))


def export(graph: SegmentGraph, path: Path, classes: Sequence[str]) -> tuple[str, int]:
    """Write the ONNX file. Returns (sha256, bytes). Raises Fault export.failed."""
    return write_graph(
        graph,
        path,
        classes,
        "segment",
        ["boxes", "scores", "classes", "masks", "cell"],
        (("detections",),) * 4,
    )
