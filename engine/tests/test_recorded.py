"""When passes of a network are recorded for a graphics card; that recordings compute the same is seen on one alone."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from loupe_engine import recorded
from loupe_engine.recorded import MOST, SIGHTS, Recordings

CARD, CPU = torch.device("cuda"), torch.device("cpu")


def net_of() -> nn.Module:
    return nn.Sequential(nn.Conv2d(1, 2, 1), nn.BatchNorm2d(2)).train()


def batch_of(images: int) -> torch.Tensor:
    return torch.rand(images, 1, 4, 4)


class Made:
    """What would be recorded, with answers that tell of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shapes: list[int] = []
        monkeypatch.setattr(recorded, "record", self.record)
        monkeypatch.setattr(recorded, "has_room", lambda device: True)
        monkeypatch.setattr(torch.cuda, "empty_cache", lambda: None)

    def record(self, net: nn.Module, x: torch.Tensor) -> recorded.Pass:
        self.shapes.append(len(x))
        return lambda x: "recorded"


def answers(made: Recordings, net: nn.Module, x: torch.Tensor, times: int, device: torch.device = CARD) -> list[bool]:
    """Whether each answer was a recorded one."""
    found = []
    for _ in range(times):
        with made.used(net, device):
            found.append(isinstance(net(x), str))
    return found


def test_a_shape_is_recorded_once_it_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made, told, net = Recordings(), Made(monkeypatch), net_of()
    assert answers(made, net, batch_of(8), SIGHTS + 3) == [False] * SIGHTS + [True] * 3
    assert answers(made, net, batch_of(7), 1) == [False]
    assert answers(made, net, batch_of(8), 1) == [True] and told.shapes == [8]
    assert "forward" not in vars(net), "outside a step the network computes as ever"


def test_what_learns_otherwise_is_recorded_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    made, told, net = Recordings(), Made(monkeypatch), net_of()
    answers(made, net, batch_of(8), SIGHTS + 1)
    net[0].requires_grad_(False)
    assert answers(made, net, batch_of(8), SIGHTS + 1) == [False] * SIGHTS + [True] and told.shapes == [8, 8]


def test_only_so_many_shapes_keep_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    made, told, net = Recordings(), Made(monkeypatch), net_of()
    for images in range(1, MOST + 3):
        answers(made, net, batch_of(images), SIGHTS + 1)
    assert told.shapes == list(range(1, MOST + 1))


def test_on_a_cpu_or_without_room_nothing_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    made, told, net = Recordings(), Made(monkeypatch), net_of()
    assert not any(answers(made, net, batch_of(8), SIGHTS + 3, CPU))
    asked: list[torch.device] = []
    monkeypatch.setattr(recorded, "has_room", asked.append)
    assert not any(answers(made, net, batch_of(8), SIGHTS + 3))
    assert told.shapes == [] and len(asked) == 1


def test_what_is_recorded_is_used_where_there_is_no_room_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    made, told, net = Recordings(), Made(monkeypatch), net_of()
    answers(made, net, batch_of(8), SIGHTS + 1)
    monkeypatch.setattr(recorded, "has_room", lambda device: False)
    assert not any(answers(made, net, batch_of(7), SIGHTS + 3))
    assert answers(made, net, batch_of(8), 1) == [True] and told.shapes == [8]


def test_what_cannot_be_recorded_is_tried_once_and_computed_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    made, net, tries = Recordings(), net_of(), []

    def fails(net: nn.Module, x: torch.Tensor) -> recorded.Pass:
        tries.append(x)
        raise RuntimeError("operation not permitted when stream is capturing")

    Made(monkeypatch)
    answers(made, net, batch_of(8), SIGHTS + 1)
    monkeypatch.setattr(recorded, "record", fails)
    assert answers(made, net, batch_of(7), SIGHTS + 3) == [False] * (SIGHTS + 3) and len(tries) == 1
    assert answers(made, net, batch_of(8), 1) == [False], "those made before may be part of what went wrong"


def test_recording_leaves_running_statistics_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    net, x = net_of(), batch_of(8)
    made = Recordings()

    def graphed(plain: nn.Module, given: tuple[torch.Tensor], **how: bool) -> None:
        for _ in range(3):
            plain(*given)
        plain.forward = lambda x: "recorded"

    monkeypatch.setattr(torch.cuda, "make_graphed_callables", graphed)
    monkeypatch.setattr(recorded, "has_room", lambda device: True)
    answers(made, net, x, SIGHTS)
    before = {name: one.clone() for name, one in net.state_dict().items()}
    assert answers(made, net, x, 1) == [True]
    assert all(torch.equal(before[name], one) for name, one in net.state_dict().items())
