"""From the parameters of `anomaly` to its method."""

from __future__ import annotations

from ..base import Context
from .memory.recipe import Memory
from .params import read_params
from .recipe import Anomaly
from .synthetic.recipe import Synthetic

METHODS: dict[str, type[Anomaly]] = {"synthetic": Synthetic, "memory": Memory}


def anomaly(context: Context) -> Anomaly:
    """One training by the method that its parameters name. Raises Fault job.invalid, region.outside, backbone.gone."""
    params = read_params(context.job.params)
    return METHODS[params.method](context, params)
