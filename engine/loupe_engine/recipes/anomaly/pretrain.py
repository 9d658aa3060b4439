"""Makes the shipped trunk: `python -m loupe_engine.recipes.anomaly.pretrain OUT [--steps N]`; a processor is enough.

No photograph is used. Pictures made by formula (formula.py) get invented defects (synth.py); the network learns to find
those, and to name the formula that a picture was drawn by. The seed fixes everything but the rounding of the machine.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from ...averaging import averaged_copy, follow
from ...data.prefetch import prefetch
from ...device import choose_dtype
from ...files import write_whole
from ...schedule import averaging_decay, learning_rate
from .formula import texture
from .loss import losses
from .model import CHANNELS, Segmenter, ShippedTrunk
from .safetensors import encode
from .synth import add_defects, log_uniform

SEED, POOL, POOL_SIDE, SIDE, BATCH, RATE = 20_261, 480, 288, 128, 16, 3e-3
Batch = tuple[np.ndarray, np.ndarray, np.ndarray]


def make_batch(pool: list[np.ndarray], step: int) -> Batch:
    """Pictures (B, 3, S, S) uint8, masks (B, 1, S, S) float32, formula of each (B,); a pure function of the step."""
    rng = np.random.default_rng([SEED, step])
    images, masks, names = [], [], []
    for _ in range(BATCH):
        name = int(rng.integers(len(pool)))
        side = int(min(POOL_SIDE, SIDE * log_uniform(rng, 0.5, 2.0)))
        y, x = rng.integers(0, POOL_SIDE - side + 1, 2)
        part = cv2.resize(pool[name][y : y + side, x : x + side], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.5:
            part = part[:, ::-1]
        image = part.astype(np.float32) * rng.uniform(0.6, 1.2) + rng.uniform(-30, 30)
        image = np.clip(image + rng.normal(0, rng.uniform(0, 8), (SIDE, SIDE, 1)), 0, 255).astype(np.float32)
        mask = np.zeros((SIDE, SIDE), np.float32)
        if rng.random() < 0.8:
            others = [pool[int(rng.integers(len(pool)))][:SIDE, :SIDE]]
            image, mask = add_defects(rng, image, others)
        images.append(image.astype(np.uint8).transpose(2, 0, 1))
        masks.append(mask[None])
        names.append(name)
    return np.stack(images), np.stack(masks), np.array(names)


def pretrain(steps: int) -> dict[str, torch.Tensor]:
    """The state of a Segmenter over the shipped trunk after so many steps."""
    rng = np.random.default_rng(SEED)
    pool = [texture(rng, POOL_SIDE) for _ in range(POOL)]
    torch.manual_seed(SEED)
    net = Segmenter(ShippedTrunk()).to(memory_format=torch.channels_last).train()
    namer = torch.nn.Linear(sum(CHANNELS[2:]), POOL)
    averaged = averaged_copy(net)
    optimiser = torch.optim.AdamW([*net.parameters(), *namer.parameters()], RATE, weight_decay=1e-2, fused=True)
    dtype = choose_dtype("auto", torch.device("cpu"))
    began, sums = time.monotonic(), np.zeros(3)
    for step, (images, masks, names) in enumerate(prefetch(lambda i: make_batch(pool, i), range(steps))):
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, steps, 100, RATE, 0.01)
        x = (torch.from_numpy(images).float() / 255).contiguous(memory_format=torch.channels_last)
        wanted = F.max_pool2d(torch.from_numpy(masks), 2)
        with torch.autocast("cpu", torch.bfloat16, enabled=dtype == torch.bfloat16):
            features = net.trunk(x)
            logits = net.decode(features)
            guess = namer(torch.cat([f.mean((2, 3)) for f in features[2:]], 1))
        parts = losses(logits, wanted, torch.ones_like(wanted))
        naming = F.cross_entropy(guess.float(), torch.from_numpy(names), label_smoothing=0.1)
        optimiser.zero_grad(set_to_none=True)
        (sum(parts.values()) + 0.3 * naming).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimiser.step()
        follow(averaged, net, averaging_decay(step, steps))
        sums += [float(part.detach()) for part in (parts["bce"], parts["dice"], naming)]
        if (step + 1) % 100 == 0:
            bce, dice, name = sums / 100
            seconds = time.monotonic() - began
            print(f"{step + 1}/{steps} bce {bce:.4f} dice {dice:.4f} naming {name:.3f} {seconds:.0f} s", flush=True)
            sums[:] = 0
    return averaged.state_dict()


def main() -> None:
    parser = argparse.ArgumentParser(description="Pretrain the shipped trunk on pictures made by formula.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=2400)
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    state = pretrain(chosen.steps)
    write_whole(chosen.out, lambda out: out.write(encode(state)))


if __name__ == "__main__":
    main()
