"""The network of Assist: a head on the first blocks of the frozen backbone, trained on drawn material alone
(assist_drawn.py), written as one file that the workbench reads.

`train OUT.pt MINUTES [FROM.pt]`
    trains the head for so many minutes, from the weights of FROM on
`export IN.pt OUT.bin`
    folds the normalisation and writes the layers in the order in which they are used
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from assist_drawn import SIDE, innermost, sample
from loupe_engine.nn.backbones import backbone_of
from torch import nn

NEAR, FAR = 3.0, 12.0  # pixels of a click's near and far map
INPUTS = 10
SHARP = 5  # image and colours come first
ENTERED = 4 * SHARP + INPUTS - SHARP
WIDTHS = (16, 32, 48, 64)
BATCH, FRESH, POOL = 16, 4, 1500
BLOCKS = 8  # of the backbone, of which the head takes features
LARGE = 3e38
Row = tuple[dict[str, Any], np.ndarray, np.ndarray]
Clicks = list[tuple[int, int, bool]]


def maps_of(image: np.ndarray, clicks: Clicks, box: tuple[int, int, int, int] | None) -> np.ndarray:
    """(INPUTS, SIDE, SIDE): the standardised image, how far its colour is from clicks, where they are, the box."""
    pixels = image.astype(np.float32)
    mean, spread = pixels.mean((0, 1)), pixels.std() + 4
    plain = (pixels - mean) / spread
    planes, places = [plain[..., i] for i in range(3)], []
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    for wanted in (True, False):
        colour = np.full((SIDE, SIDE), 2.0, np.float32)
        near, far = np.zeros((SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.float32)
        for cx, cy, is_object in clicks:
            if is_object != wanted:
                continue
            around = plain[max(0, cy - 1) : cy + 2, max(0, cx - 1) : cx + 2].mean((0, 1))
            colour = np.minimum(colour, np.sqrt(((plain - around) ** 2).sum(2)))
            away2 = (x - cx) ** 2 + (y - cy) ** 2
            near = np.maximum(near, np.exp(-away2 / (2 * NEAR**2)))
            far = np.maximum(far, 1 / (1 + np.sqrt(away2) / FAR))
        planes.append(colour)
        places += [near, far]
    inside = np.zeros((SIDE, SIDE), np.float32)
    if box:
        inside[box[1] : box[3], box[0] : box[2]] = 1
    return np.stack([*planes, *places, inside]).astype(np.float32)


class Conv(nn.Sequential):
    def __init__(self, inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
        )


def up(x: torch.Tensor) -> torch.Tensor:
    return F.interpolate(x, scale_factor=2, mode="nearest")


def entered(x: torch.Tensor) -> torch.Tensor:
    """Half the side: what is sharp (image, colours) in four times the planes, the rest as means."""
    return torch.cat([F.pixel_unshuffle(x[:, :SHARP], 2), F.avg_pool2d(x[:, SHARP:], 2)], 1)


class Headed(nn.Module):
    """Maps (B, INPUTS, SIDE, SIDE) and the image to logits (B, SIDE, SIDE): four scales down, each with the features
    of the frozen backbone at that stride, and up again. The backbone sees the image, the head the clicks."""

    def __init__(self) -> None:
        super().__init__()
        self.backbone = backbone_of("efficientnet").eval().requires_grad_(False)
        b, c, d, e = WIDTHS
        self.down = nn.ModuleList(Conv(i, o, s) for i, o, s in ((ENTERED, b, 1), (b, c, 2), (c, d, 2), (d, e, 2)))
        self.seen = nn.ModuleList(Conv(i, o, kernel=1) for i, o in zip((16, 24, 40, 80), (b, c, d, e), strict=True))
        self.mix = nn.ModuleList(Conv(o, o) for o in (b, c, d, e))
        self.narrow = nn.ModuleList(Conv(i, o, kernel=1) for i, o in ((e, d), (d, c), (c, b)))
        self.join = nn.ModuleList(Conv(o, o) for o in (d, c, b))
        self.last = nn.Conv2d(b, 4, 1)

    def train(self, mode: bool = True) -> Headed:
        super().train(mode)
        self.backbone.eval()
        return self

    def forward(self, x: torch.Tensor, image: torch.Tensor) -> torch.Tensor:
        """`image`: RGB in 0…1."""
        with torch.no_grad():
            features = self.backbone(image)
        y = entered(x)
        seen = []
        for step, own, mix, feature in zip(self.down, self.seen, self.mix, features, strict=False):
            y = mix(step(y) + own(feature))
            seen.append(y)
        y = seen.pop()
        for narrow, join in zip(self.narrow, self.join, strict=True):
            y = join(up(narrow(y)) + seen.pop())
        return F.pixel_shuffle(self.last(y), 2)[:, 0]


def loss_of(logits: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Cross-entropy, and how far the overlap is from a whole one, for small objects count as large ones do."""
    p = torch.sigmoid(logits)
    shared = (p * truth).sum((1, 2))
    union = p.sum((1, 2)) + truth.sum((1, 2)) - shared
    return F.binary_cross_entropy_with_logits(logits, truth) + (1 - (shared + 1) / (union + 1)).mean()


def forward(net: nn.Module, x: np.ndarray, images: list[np.ndarray]) -> torch.Tensor:
    rgb = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float() / 255
    return net(torch.from_numpy(x), rgb)


Drawn = tuple[np.ndarray, np.ndarray]


def fetched(rng: np.random.Generator, pool: list[Drawn]) -> list[Drawn]:
    """A batch: a few new ones, the others drawn before, turned, mirrored and in other shades."""
    fresh = [sample(rng) for _ in range(FRESH if len(pool) >= BATCH else BATCH)]
    pool += fresh
    del pool[: max(0, len(pool) - POOL)]
    batch = list(fresh)
    for i in rng.integers(0, len(pool), BATCH - len(fresh)):
        image, mask = pool[int(i)]
        turns, mirrors = int(rng.integers(4)), rng.random() < 0.5
        image, mask = np.rot90(image, turns), np.rot90(mask, turns)
        if mirrors:
            image, mask = image[:, ::-1], mask[:, ::-1]
        if rng.random() < 0.3:
            image = 255 - image
        batch.append((np.ascontiguousarray(image[..., rng.permutation(3)]), np.ascontiguousarray(mask)))
    return batch


def batch_of(
    rng: np.random.Generator, net: nn.Module, pool: list[Drawn]
) -> tuple[np.ndarray, list[np.ndarray], np.ndarray]:
    """Drawn images with up to five clicks each, the later ones where the network errs, or with a box."""
    drawn = fetched(rng, pool)
    images, masks = [one for one, _ in drawn], [mask for _, mask in drawn]
    boxes: list[tuple[int, int, int, int] | None] = []
    clicks: list[Clicks] = []
    for mask in masks:
        ys, xs = np.nonzero(mask)
        size = max(xs.max() - xs.min(), ys.max() - ys.min()) + 1
        slack = rng.normal(0, 0.06, 4) * size
        box = np.clip(
            np.array([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1]) + slack * [-1, -1, 1, 1], 0, SIDE
        ).astype(int)
        has_box = rng.random() < 0.25 and box[2] > box[0] and box[3] > box[1]
        boxes.append(tuple(box) if has_box else None)
        clicks.append([] if has_box and rng.random() < 0.7 else [(*innermost(mask, rng), True)])
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.6, 0.2, 0.1, 0.1]))):
        x = np.stack([maps_of(*one) for one in zip(images, clicks, boxes, strict=True)])
        net.eval()
        with torch.no_grad():
            found = (forward(net, x, images) > 0).numpy().astype(np.uint8)
        net.train()
        for one, mask, said in zip(found, masks, clicks, strict=True):
            wrong = (one != mask).astype(np.uint8)
            if wrong.any():
                at = innermost(wrong, rng)
                said.append((*at, bool(mask[at[1], at[0]])))
    x = np.stack([maps_of(*one) for one in zip(images, clicks, boxes, strict=True)])
    return x, images, np.stack(masks).astype(np.float32)


def train(out: Path, minutes: float, begin_with: Path | None) -> None:
    torch.manual_seed(1)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(2 if begin_with else 1)
    net = Headed()
    if begin_with:
        net.load_state_dict(torch.load(begin_with))
    weights = [p for p in net.parameters() if p.requires_grad]
    print(sum(p.numel() for p in weights), "weights", flush=True)
    optimizer = torch.optim.AdamW(weights, 3e-3, weight_decay=1e-3)
    begin, step, losses = time.monotonic(), 0, []
    pool: list[Drawn] = []
    while (share := (time.monotonic() - begin) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 3e-3 * min(1, step / 50) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        x, images, truth = batch_of(rng, net, pool)
        loss = loss_of(forward(net, x, images), torch.from_numpy(truth))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 2.0)
        optimizer.step()
        losses.append(loss.item())
        step += 1
        if step % 25 == 0:
            loss_now = round(float(np.mean(losses[-25:])), 4)
            print(json.dumps({"step": step, "loss": loss_now, "share": round(share, 3)}), flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)


def row_of(conv: nn.Conv2d, weight: torch.Tensor, bias: torch.Tensor, before: int, most: float | None) -> Row:
    depthwise = conv.groups > 1
    table = {"inputs": conv.in_channels, "outputs": conv.out_channels, "kernel": conv.kernel_size[0]}
    table |= {"stride": conv.stride[0], "before": before, "isDepthwise": depthwise, "most": most}
    return table, weight.detach().numpy(), bias.detach().numpy()


def head_row(layer: Conv) -> Row:
    """A convolution of the head with its normalisation folded in."""
    conv, norm = layer[0], layer[1]
    gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    bias = norm.bias - norm.running_mean * gain
    return row_of(conv, conv.weight * gain[:, None, None, None], bias, conv.kernel_size[0] // 2, LARGE)


def rows_of(net: Headed) -> list[Row]:
    """All layers in the order in which they are used; the backbone's normalisation is folded in already."""

    def plain(conv: nn.Conv2d, most: float | None) -> Row:
        before = (conv.kernel_size[0] - conv.stride[0]) // 2
        return row_of(conv, conv.weight, conv.bias, before, most)

    backbone = net.backbone
    rows = [plain(backbone._conv_stem, 6.0)]
    for block in list(backbone._blocks)[:BLOCKS]:
        rows += [plain(block._expand_conv, 6.0)] if block.widens else []
        rows += [plain(block._depthwise_conv, 6.0), plain(block._project_conv, None)]
    for down, seen, mix in zip(net.down, net.seen, net.mix, strict=True):
        rows += [head_row(down), head_row(seen), head_row(mix)]
    for narrow, join in zip(net.narrow, net.join, strict=True):
        rows += [head_row(narrow), head_row(join)]
    return [*rows, row_of(net.last, net.last.weight, net.last.bias, 0, None)]


def export(source: Path, out: Path) -> None:
    """Writes the file that the workbench reads: table, scales and biases, weights as whole numbers of a byte."""
    net = Headed()
    net.load_state_dict(torch.load(source))
    rows = rows_of(net.eval())
    table = json.dumps([row for row, _, _ in rows], separators=(",", ":")).encode()
    table += b" " * (-len(table) % 4)
    factors, weights = b"", b""
    for _, weight, bias in rows:
        flat = weight.reshape(len(weight), -1)
        scale = np.maximum(np.abs(flat).max(1), 1e-8) / 127
        factors += scale.astype("<f4").tobytes() + bias.astype("<f4").tobytes()
        weights += np.round(flat / scale[:, None]).astype(np.int8).tobytes()
    out.write_bytes(len(table).to_bytes(4, "little") + table + factors + weights)
    print(out.stat().st_size, "bytes")


if __name__ == "__main__":
    command, *args = sys.argv[1:]
    if command == "train":
        train(Path(args[0]), float(args[1]), Path(args[2]) if len(args) > 2 else None)
    else:
        export(Path(args[0]), Path(args[1]))
