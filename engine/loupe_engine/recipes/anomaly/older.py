"""What older versions of the engine wrote otherwise, in checkpoints and in the weights of versions."""

from __future__ import annotations

from typing import Any

import torch

KEYS = {"trunk": "backbone"}
PREFIXES = {"trunk.": "backbone.", "gathered.": "reservoir."}


def current_keys(saved: dict[str, Any]) -> dict[str, Any]:
    """What weights or a checkpoint are made for, under the keys of today."""
    return {KEYS.get(key, key): value for key, value in saved.items()}


def current_names(state: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Weights under the names of today."""
    return {_current(name): value for name, value in state.items()}


def without_old_memory(state: dict[str, torch.Tensor], own: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Weights with the network's own memories in place of others, which are only made at the end."""
    memories = {name: value for name, value in own.items() if name.startswith("memories.")}
    given = [name for name in memories if name in state]
    if given and all(state[name].shape == memories[name].shape for name in given):
        return state
    return {name: value for name, value in state.items() if not name.startswith(("bank.", "memories."))} | memories


def _current(name: str) -> str:
    if name == "usual":
        return "reference"
    for old, new in PREFIXES.items():
        if name.startswith(old):
            return new + name.removeprefix(old)
    return name
