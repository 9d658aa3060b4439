"""Parameters of a job, read by the table that the contract prints: names, defaults, kinds, choices stand there alone.

Bounds are the server's to check. A recipe refuses what would break its training.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from ..faults import Fault

TABLES = Path(__file__).parents[1] / "schema"
P = TypeVar("P")


@cache
def table_of(recipe: str) -> dict[str, dict[str, Any]]:
    """The printed table: name of a parameter to its field."""
    return json.loads((TABLES / f"{recipe}-params.json").read_text("utf-8"))


def limit(name: str) -> int:
    """A number that form and engine share."""
    return json.loads((TABLES / "limits.json").read_text("utf-8"))[name]


def read_params(kind: Callable[..., P], recipe: str, raw: dict[str, Any]) -> P:
    """The parameters of a job as `kind`, whose fields are the table's names in snake_case.

    What is missing or null takes its default; unknown names are left alone. Raises Fault job.invalid.
    """
    table = table_of(recipe)
    found = {key: _value(key, field, raw.get(key)) for key, field in table.items()}
    for key, field in table.items():
        if _is_share(field, found):
            if any(value >= 100 for value in (found[key] if isinstance(found[key], tuple) else (found[key],))):
                raise refused(key, "must be below 100 percent of the length")
        elif "below" in field and not found[key] < found[field["below"]["key"]]:
            raise refused(key, f"must be below {field['below']['key']}")
    return kind(**{snake(key): value for key, value in found.items()})


def _is_share(field: dict[str, Any], found: Mapping[str, Any]) -> bool:
    """Whether the field counts hundredths of the training's length among these values."""
    share = field.get("share")
    return share is not None and found[share["key"]] == share["is"]


def snake(name: str) -> str:
    """A name of the contract as Python has it."""
    return re.sub("([A-Z])", lambda m: "_" + m[1].lower(), name)


def refused(key: str, reason: str) -> Fault:
    """The fault of a parameter."""
    return Fault("job.invalid", "prepare", field=f"params.{key}", reason=reason)


def _value(key: str, field: dict[str, Any], given: Any) -> Any:
    value = field["default"] if given is None else given
    match field["kind"]:
        case "integer":
            return _number(key, value, True)
        case "decimal":
            return _number(key, value, False)
        case "pair":
            low, high = _numbers(key, value, "decimals" not in field, 2)
            if low > high or (field.get("increasing") and low == high):
                raise refused(key, "two numbers that rise are wanted")
            return low, high
        case "sequence":
            found = _numbers(key, value, True)
            if len(found) > field["most"] or list(found) != sorted(set(found)):
                raise refused(key, f"at most {field['most']} numbers that rise are wanted")
            return found
        case "regions":
            if len(_listed(key, value)) > field["most"]:
                raise refused(key, f"at most {field['most']} regions are wanted")
            return tuple(_numbers(key, one, False) for one in value)
        case "factors":
            return _factors(key, value)
        case "labels":
            return _labels(key, value, field["most"])
        case "text":
            if not isinstance(value, str) or len(value) > field["most"]:
                raise refused(key, f"a text of at most {field['most']} characters is wanted")
            return value
        case "choice":
            options = [option["value"] for option in field["options"]]
            if value not in options:
                raise refused(key, f"{value!r} is not one of {', '.join(options)}"[:200])
            return value
        case "switch":
            if not isinstance(value, bool):
                raise refused(key, "true or false is wanted")
            return value
    raise AssertionError(f"{key} has a kind that the engine does not know: {field['kind']}")


def _number(key: str, value: Any, whole: bool) -> int | float:
    fits = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if not fits or (whole and value != int(value)):
        raise refused(key, "a whole number is wanted" if whole else "a number is wanted")
    return int(value) if whole else float(value)


def _numbers(key: str, value: Any, whole: bool, count: int | None = None) -> tuple[Any, ...]:
    found = tuple(_number(key, one, whole) for one in _listed(key, value))
    if count is not None and len(found) != count:
        raise refused(key, f"{count} numbers are wanted")
    return found


def _factors(key: str, value: Any) -> dict[str, float]:
    if not isinstance(value, dict):
        raise refused(key, "a number for each label is wanted")
    found = {str(label): _number(key, one, False) for label, one in value.items()}
    if any(one <= 0 for one in found.values()):
        raise refused(key, "must be above 0")
    return found


def _labels(key: str, value: Any, most: int) -> tuple[str, ...]:
    found = _listed(key, value)
    if len(found) > most or len(set(map(str, found))) < len(found) or not all(isinstance(one, str) for one in found):
        raise refused(key, f"at most {most} labels, each once, are wanted")
    return tuple(found)


def _listed(key: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise refused(key, "a list is wanted")
    return value
