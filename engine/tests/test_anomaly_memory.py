"""The memory of `anomaly`: how patches are compared, what makes a score, how the images that it knows are judged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
import torch.nn.functional as F
from drawn_anomaly import SmallBackbone
from torch import nn

from loupe_engine.data.manifest import ManifestImage
from loupe_engine.recipes.anomaly.bank import Bank, Kept, Reservoir, highest, patches_counted, windows
from loupe_engine.recipes.anomaly.memory.net import MemoryNet, gather
from loupe_engine.recipes.anomaly.memory.recipe import folds_of
from loupe_engine.recipes.anomaly.metrics import auroc
from loupe_engine.recipes.anomaly.report import suspects

KEPT = Kept(stride=16, top=1 / 16, pooled=False, floor=0.1, evened=0.03)
# side by side: large patches of one level, small ones of another
TWO = (replace(KEPT, stride=32, levels=(1,)), replace(KEPT, levels=(0,)))


def test_channels_that_are_nearly_always_silent_do_not_decide() -> None:
    """Twenty channels flicker faintly on one good patch in a hundred; a defect changes one that always speaks."""
    rng = np.random.default_rng(0)

    def patches(count: int) -> torch.Tensor:
        silent = (rng.random((count, 20)) < 0.01) * rng.uniform(0, 0.02, (count, 20))
        return torch.from_numpy(np.concatenate([rng.normal(0, 1, (count, 12)), silent], 1).astype(np.float32))

    reservoir = Reservoir(4000, 32, 200, KEPT)
    reservoir.add(patches(4000), torch.zeros(4000, dtype=torch.long), 7)
    bank = Bank(200, 32)
    bank.fill(reservoir)
    good, bad = patches(200), patches(200)
    bad[:, 0] = 8
    far = [bank.distance(some.t()[None, :, :, None]).flatten() for some in (good, bad)]
    assert (far[1].median() > far[0]).float().mean() > 0.98


def test_directions_in_which_good_patches_hardly_differ_count_as_much() -> None:
    """Two channels rise and fall together; one alone is what no good patch shows, though neither is far out."""
    rng = np.random.default_rng(0)
    together = rng.normal(0, 1, (2000, 1))
    good = np.concatenate([together, together + rng.normal(0, 0.05, (2000, 1))], 1)
    reservoir = Reservoir(2000, 2, 400, KEPT)
    reservoir.add(torch.from_numpy(good.astype(np.float32)), torch.zeros(2000, dtype=torch.long), 7)
    bank = Bank(400, 2)
    bank.fill(reservoir)
    far = bank.distance(torch.tensor([[2.2, 2.2], [0.5, -0.5]]).t()[None, :, :, None]).flatten()
    assert far[1] > 2 * far[0]


def test_a_score_is_of_the_highest_counted_patches_alone() -> None:
    values = torch.arange(256.0).view(1, 1, 16, 16)
    assert highest(values, torch.ones(1, 1, 16, 16, dtype=torch.bool), KEPT) == values.flatten()[-16:].mean()
    inside = torch.zeros(1, 1, 16, 16, dtype=torch.bool)
    inside[..., :8, :] = True  # the upper half: half as many patches make its score
    assert highest(values, inside, KEPT) == values[..., :8, :].flatten()[-8:].mean()
    thin = torch.zeros(1, 1, 128, 128, dtype=torch.bool)
    thin[..., 60:62, 16:80] = True  # narrower than a patch
    assert patches_counted(thin, KEPT).sum() == 8


def test_on_a_large_canvas_the_worst_window_makes_the_score() -> None:
    values, inside = torch.zeros(1, 1, 40, 24), torch.ones(1, 1, 40, 24, dtype=torch.bool)
    values[..., 30:34, 18:22] = 5.0  # as many patches as make the score of one window
    values[..., 0, 0] = 7.0  # alone in its window
    assert highest(values, inside, KEPT) == 5.0
    covered = windows(40, 24, 16)
    assert covered.shape == (4 * 2, 256) and len(covered.unique()) == 40 * 24
    assert torch.equal(windows(4, 24, 16)[0].view(4, 16), torch.arange(96).view(4, 24)[:, :16])


def test_training_images_are_judged_by_a_memory_of_the_other_parts() -> None:
    assert folds_of(["a", "a", "b", "c", "a", "d"], 5) == [[0, 1, 4], [2], [3], [5]]
    assert sorted(map(len, folds_of([str(i) for i in range(12)], 5))) == [2, 2, 2, 3, 3]
    torch.manual_seed(0)
    images, inside = torch.rand(5, 3, 64, 64), torch.ones(5, 1, 32, 32, dtype=torch.bool)
    net = MemoryNet(SmallBackbone().eval(), 40, KEPT)
    gather(net, (images, inside, torch.arange(5)), 7)
    net.complete()
    before = {name: value.clone() for name, value in net.state_dict().items()}
    [bank] = net.without(torch.tensor([1, 3]))
    assert set(bank.owner.tolist()) == {0, 2, 4}
    assert all(torch.equal(value, before[name]) for name, value in net.state_dict().items())
    net.leave_out(torch.tensor([1, 3]))
    assert all(torch.equal(value, net.banks[0].state_dict()[name]) for name, value in bank.state_dict().items())


class Colours(nn.Module):
    """The mean colour of each patch."""

    inner = (3,)

    def look(self, x: torch.Tensor) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        return [], [F.avg_pool2d(x, 16)]


def test_what_bad_images_share_is_found_better_on_others() -> None:
    """A tint that nearly drowns in noise; good images stay as far apart as they were, and so does the heat map."""
    torch.manual_seed(0)
    net = MemoryNet(Colours(), 200, KEPT)
    images, inside = torch.rand(60, 3, 128, 128), torch.ones(60, 1, 64, 64, dtype=torch.bool)
    images[30:, 0, 32:80, 32:80] = 0.94 * images[30:, 0, 32:80, 32:80] + 0.06
    gather(net, (images[:15], inside[:15], torch.arange(15)), 7)
    net.complete()

    def judged() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        evidence, scores = net.judge(images, inside)
        return evidence, scores[15:30], scores[38:]  # neither remembered nor told of

    evidence, good, bad = judged()
    known = net.standing_out(images[:15], inside[:15], torch.arange(15))
    net.lean_from(known, net.standing_out(images[30:38], inside[30:38]), float(good.std()))
    again, good_after, bad_after = judged()
    assert torch.equal(evidence, again) and good_after.std() < 1.5 * good.std()
    assert auroc(good_after.numpy(), bad_after.numpy()) > auroc(good.numpy(), bad.numpy()) + 0.05
    nothing = torch.zeros(1, 1, 64, 64, dtype=torch.bool)
    assert not net.standing_out(images[:1], nothing).any()


def test_images_are_suspected_among_those_of_their_part_alone() -> None:
    """Those that validate all score above those that were learned from, and yet only one of each lies far out."""
    rng = np.random.default_rng(0)
    learned, unseen = rng.normal(1, 0.01, 30), rng.normal(1.5, 0.05, 8)
    learned[4], unseen[2] = 1.2, 3.0
    parts = [
        [ManifestImage(first + i, "ab" * 32, 40, 20, part, f"{i}.png", (), "ok") for i in range(count)]
        for part, first, count in (("train", 0, 30), ("val", 50, 8))
    ]
    found = suspects((parts[0], learned), (parts[1], unseen))
    assert {image.id for _, image in found} == {4, 52}


class ColourAndGrain(nn.Module):
    """How rough small patches are, and the colour of large ones: neither sees what the other does."""

    inner = (3, 3)

    def look(self, x: torch.Tensor) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        fine = F.avg_pool2d(x, 16)
        return [], [F.avg_pool2d(x.square(), 16) - fine.square(), F.avg_pool2d(x, 32)]


def side_by_side(images: torch.Tensor, *kept: Kept) -> MemoryNet:
    """Memories of images (N, 3, H, W), on their scale."""
    net = MemoryNet(ColourAndGrain(), 300, *kept)
    inside = torch.ones(len(images), 1, images.shape[2] // 2, images.shape[3] // 2, dtype=torch.bool)
    gather(net, (images, inside, torch.arange(len(images))), 7)
    net.complete()
    net.refer_to(net.distances(images, inside, torch.arange(len(images))))
    return net


def drawn(seed: int, count: int) -> torch.Tensor:
    return torch.rand(count, 3, 256, 256, generator=torch.Generator().manual_seed(seed))


def test_what_stands_out_in_any_memory_counts_on_the_scale_of_its_training_images() -> None:
    train, images, inside = drawn(0, 24), drawn(1, 12), torch.ones(12, 1, 128, 128, dtype=torch.bool)
    images[10, :, 64:128, 64:128] = images[10, :, 64:128, 64:128] * 0.9 + 0.1  # lighter
    images[11, :, 160:192, 160:192] = 0.5  # flat, of the same colour
    images[11, :, 160:192, 160:192] += 0.02 * (images[10, :, :32, :32] - 0.5)
    coarse, fine, both = (side_by_side(train, *kept) for kept in (TWO[:1], TWO[1:], TWO))
    (_, of_coarse), (_, of_fine) = (net.judge(images, inside) for net in (coarse, fine))
    evidence, scores = both.judge(images, inside)
    assert torch.allclose(scores, torch.maximum(of_coarse, of_fine), atol=1e-4)
    assert of_coarse[10] > 2 * of_coarse[:10].max() and of_fine[11] > 2 * of_fine[:10].max()
    assert of_coarse[11] < 2 * of_coarse[:10].max()  # a colour does not say it
    assert scores[10:].min() > scores[:10].max()
    for image, (low, high) in ((10, (32, 64)), (11, (80, 96))):  # and the map shows where
        row, column = divmod(int(evidence[image, 0].argmax()), 128)
        assert low <= row < high and low <= column < high
    alone = both.distances(train, torch.ones(24, 1, 128, 128, dtype=torch.bool), torch.arange(24))
    assert torch.allclose(both.reference[:, 0], alone.median(0).values, rtol=0.05)


def test_memories_side_by_side_go_on_from_a_checkpoint_and_know_their_folds() -> None:
    train, inside = drawn(0, 6), torch.ones(6, 1, 128, 128, dtype=torch.bool)
    whole, begun, later = (MemoryNet(ColourAndGrain(), 80, *TWO) for _ in range(3))
    for net in (whole, begun):
        for i in range(0, 6, 2):
            gather(net, (train[i : i + 2], inside[:2], torch.arange(i, i + 2)), 7)
        radii = [gather(net, None, 7)["radius"]]
    later.load_state_dict(begun.state_dict())
    for net in (whole, later):
        radii.append(gather(net, None, 7)["radius"])
        net.complete()
    assert radii[1] == radii[2] < radii[0]
    assert all(torch.equal(a, b) for a, b in zip(whole.state_dict().values(), later.state_dict().values(), strict=True))
    assert [bank.patches.shape for bank in whole.banks] == [(80, 3), (80, 3)]
    assert [set(bank.owner.tolist()) for bank in whole.without(torch.tensor([1, 3]))] == 2 * [{0, 2, 4, 5}]
    assert [set(bank.owner.tolist()) for bank in whole.banks] == 2 * [set(range(6))]
