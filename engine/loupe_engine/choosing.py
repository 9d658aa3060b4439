"""Which weights of a training are kept: by validations, of which those of a few images say little."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .recipes.base import Best, Evaluation, Training

TREND = 5  # validations whose mean tells a training that gets worse from one that only varies
FALL = 0.5  # of the doubt: by so much the mean is lower where the training has got worse


def better(found: Mapping[str, Evaluation]) -> str:
    """The kind of weights to keep: of equals the averaged ones, which change less from one epoch to the next."""
    *_, steadiest = found
    best = max(found, key=lambda kind: found[kind].fitness)
    return steadiest if found[steadiest].fitness >= found[best].fitness - found[best].doubt else best


def choose(training: Training, kept: str, found: Evaluation, epoch: int) -> None:
    """Keep the weights of this validation, unless earlier ones are better.

    Of weights that few images cannot tell apart the later ones, whose rate has fallen further: but not where several
    validations together say that the training has learned its images by heart since.
    """
    old, highest = training.best, training.trend
    training.recent = [*training.recent, found.fitness][-TREND:]
    mean = sum(training.recent) / len(training.recent)
    training.trend = max(highest, mean)
    top = (epoch, found.fitness, found.doubt)
    if old is not None:
        if found.fitness <= old.top:
            top = (old.since, old.top, old.doubt)
        # many images judge exactly: there is nothing to smooth
        falls = old.doubt > 0 and mean < highest - FALL * old.doubt
        if falls or found.fitness < old.top - old.doubt:
            training.best = replace(old, since=top[0], top=top[1], doubt=top[2])
            return
    net = training.averaged if kept == "averaged" else training.net
    state = {k: v.detach().cpu().clone() for k, v in net.state_dict().items()}
    training.best = Best(kept, epoch - training.skipped, found, state, *top)
