"""What the package rapidocr finds and reads with the weights that Loupe uses, for a Python that has it.

`SIZE BATCH IMAGE …`: longest side of an image, texts read at once (a text is padded to the widest beside it). The same
thresholds as the form begins with; nothing is turned by 180°, none is dropped by its score. Prints a line of JSON for
each image: its texts with corners in pixels, text and the score of that.
"""

from __future__ import annotations

import json
import logging
import sys

from rapidocr import RapidOCR

UNCLIP = 1.0


def main(size: str, batch: str, *images: str) -> None:
    logging.disable(logging.CRITICAL)
    params = {
        "Global.use_cls": False,
        "Global.text_score": 0.0,
        "Global.max_side_len": 4000,
        "Global.log_level": "critical",
        "EngineConfig.onnxruntime.intra_op_num_threads": 1,
        "Det.limit_type": "max",
        "Det.limit_side_len": int(size),
        "Det.thresh": 0.3,
        "Det.box_thresh": 0.5,
        "Det.unclip_ratio": UNCLIP,
        "Det.use_dilation": False,
        "Rec.rec_batch_num": int(batch),
    }
    engine = RapidOCR(params=params)
    for path in images:
        found = engine(path)
        if found.boxes is None or found.txts is None:
            print("[]")
            continue
        texts = zip(found.boxes.reshape(-1, 8).tolist(), found.txts, found.scores, strict=True)
        print(json.dumps([{"quad": quad, "text": text, "score": float(score)} for quad, text, score in texts]))


if __name__ == "__main__":
    main(*sys.argv[1:])
