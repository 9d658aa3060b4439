"""Parts of bench ocr on the ready-made reader as it stands; each command prints one line of JSON.

`export FOLDER SIZE`
    writes FOLDER/det.onnx, which finds texts on images scaled to SIZE × SIZE, and FOLDER/rec.onnx, which reads with all
    characters of the ready-made reader
`read SET …`
    what the engine (PyTorch) reads in the true quadrilaterals of the sets' test parts, and whether that is firm
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from loupe_engine.data.decode import decode
from loupe_engine.recipes.textdet.export import TextdetGraph
from loupe_engine.recipes.textdet.export import export as export_finder
from loupe_engine.recipes.textdet.pretrained import ready_made
from loupe_engine.recipes.textrec.export import TextrecGraph
from loupe_engine.recipes.textrec.export import export as export_reader
from loupe_engine.recipes.textrec.model import reader
from loupe_engine.recipes.textrec.params import read_params
from loupe_engine.recipes.textrec.pretrained import known_characters, read_weights

from ocr_det import DATA, read_part


def as_it_stands() -> TextrecGraph:
    characters = sorted({one for one in known_characters() if len(one) == 1})
    net = reader("pp", len(characters) + 1).eval()
    read_weights(net, characters)
    return TextrecGraph(net, characters, read_params({"network": "pp"}))


def export(folder: str, size: str) -> dict[str, str]:
    """Hashes of the files."""
    side = int(size)
    finder = TextdetGraph(ready_made().eval(), side, (side, side))
    det, _ = export_finder(finder, Path(folder) / "det.onnx", ["text"])
    rec, _ = export_reader(as_it_stands(), Path(folder) / "rec.onnx", ["text"])
    return {"det": det, "rec": rec}


def read(*names: str) -> list[dict[str, Any]]:
    graph, found = as_it_stands(), []
    for name in names:
        for line in read_part(name, "test") or []:
            path = DATA / name / line["image"]
            pixels = decode(path.read_bytes())
            for one in line["label"]:
                quad = np.array(one["points"], np.float32)
                if one["difficult"] or not one["transcription"] or quad.shape != (4, 2):
                    continue
                text, _, firm = graph.read_firmly(pixels, quad.ravel().tolist())
                row = {"path": str(path), "height": pixels.shape[0], "width": pixels.shape[1], "set": name}
                row |= {"quad": quad.ravel().tolist(), "truth": one["transcription"], "text": text, "firm": firm}
                found.append(row)
    return found


if __name__ == "__main__":
    command, *given = sys.argv[1:]
    torch.set_num_threads(1)
    print(json.dumps({"export": export, "read": read}[command](*given)))
