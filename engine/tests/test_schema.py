"""The engine's files against the schemas that the contract printed: both sides fail when one of them drifts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from drawn import drawn_rows, events, make_job, start

from loupe_engine.work import RECIPES

SCHEMAS = Path(__file__).parents[1] / "loupe_engine" / "schema"
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
    "integer": int,
}
KNOWN = {
    "$schema",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "oneOf",
    "const",
    "enum",
}
KNOWN |= {"minimum", "maximum", "maxLength", "minLength", "minItems", "maxItems", "pattern", "default", "propertyNames"}


def problems(schema: dict[str, Any], value: Any, at: str = "$") -> list[str]:
    """What is wrong with a value, by the part of JSON Schema that our schemas use."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    found: list[str] = []
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        tries = [problems(option, value, at) for option in options]
        found += [] if any(not t for t in tries) else min(tries, key=len)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    fits = [isinstance(value, TYPES[k]) and (k == "boolean" or not isinstance(value, bool)) for k in kinds]
    if kinds and not any(fits):
        return [f"{at}: {kinds} is wanted, not {value!r}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{at}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is not one of {schema['enum']}")
    if "pattern" in schema and value is not None and not re.search(schema["pattern"], value):
        found.append(f"{at}: {value!r} does not fit {schema['pattern']}")
    if isinstance(value, (int, float)) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append(f"{at}: {value!r} is out of bounds")
    if isinstance(value, (str, list)) and len(value) > schema.get("maxLength", schema.get("maxItems", 1 << 60)):
        found.append(f"{at}: too long")
    if isinstance(value, dict):
        found += [f"{at}.{key}: missing" for key in schema.get("required", []) if key not in value]
        rest = schema.get("additionalProperties")
        for key, item in value.items():
            part = schema.get("properties", {}).get(key, rest if isinstance(rest, dict) else None)
            found += problems(part, item, f"{at}.{key}") if part else []
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for i, item in enumerate(value):
            found += problems(schema["items"], item, f"{at}[{i}]")
    return found


def schema(name: str) -> dict[str, Any]:
    return json.loads((SCHEMAS / name).read_text("utf-8"))


def test_the_engine_has_the_recipes_of_the_contract() -> None:
    named = schema("job.json")["properties"]["recipe"]["enum"]
    assert [name for name in RECIPES if name in named] == named  # one that no model type asks for yet may be there


def test_the_check_finds_what_is_wrong() -> None:
    event = {"seq": 1, "t": 1.0, "type": "phase", "name": "train"}
    assert problems(schema("event.json"), event) == []
    for change in ({"seq": "1"}, {"seq": -1}, {"type": "dance"}, {"name": 5}, {"name": "x" * 51}):
        assert problems(schema("event.json"), {**event, **change})
    assert problems(schema("event.json"), {"seq": 1, "t": 1.0, "type": "phase"})


def test_a_whole_training_speaks_by_the_schema(tmp_path: Path) -> None:
    rows = drawn_rows(tmp_path, 2, 2)
    rows[0]["shapes"][0]["p"] = [-9, 0, 20, 20]
    job = make_job(tmp_path, rows, params={"epochs": 1, "batchSize": 2})
    assert problems(schema("job.json"), json.loads(job.read_text())) == []
    assert [p for row in rows for p in problems(schema("manifest-line.json"), row)] == []
    assert start(job).wait(900) == 0
    found = events(job.parent)
    assert [p for event in found for p in problems(schema("event.json"), event)] == []
    kinds = {"started", "length", "phase", "progress", "series", "checkpoint", "warning", "artefact", "end"}
    assert {event["type"] for event in found} == kinds
    report = json.loads((job.parent / "report.json").read_text("utf-8"))
    assert problems(schema("engine-report.json"), report) == []


def test_a_failure_speaks_by_the_schema(tmp_path: Path) -> None:
    """Too little memory, which is also a cause of its own."""
    params = {"epochs": 1, "imageSize": 640, "batchSize": 8}
    limits = {"memory_bytes": 900_000_000, "disk_bytes": 0}
    job = make_job(tmp_path, drawn_rows(tmp_path), params=params, limits=limits)
    assert start(job).wait(900) == 1
    found = events(job.parent)
    assert [p for event in found for p in problems(schema("event.json"), event)] == []
    assert found[-1]["cause"]["code"] == "train.outOfMemory"
