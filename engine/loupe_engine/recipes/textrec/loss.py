"""What readings lose: the probability of a text over all ways to write it in columns (CTC, Graves et al., 2006); and
for a network that knows nothing at first the class of each column, as if all characters were equally wide.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ..text.decode import BLANK


def ctc(logits: torch.Tensor, classes: torch.Tensor, lengths: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Logits (B, T, C), classes (P,) of all texts one after the other, lengths (B,) to the mean loss by character, and
    how many texts have no way into so few columns: these count nothing.
    """
    likely = logits.float().log_softmax(2).transpose(0, 1)
    columns = torch.full_like(lengths, logits.shape[1])
    each = F.ctc_loss(likely, classes, columns, lengths, BLANK, reduction="none", zero_infinity=False)
    lost = torch.isinf(each)
    each = torch.where(lost, torch.zeros_like(each), each)
    return (each / lengths.clamp(min=1)).mean(), lost.sum()


def by_column(
    logits: torch.Tensor, content: torch.Tensor, classes: torch.Tensor, lengths: torch.Tensor, stride: int
) -> torch.Tensor:
    """Cross-entropy of each column of (B, T, C) with the class that stands there if all characters are equally wide,
    the last column of each of them a blank; `content` (B,): columns of the strip that each text occupies.
    """
    wanted = torch.zeros(logits.shape[:2], dtype=torch.long)
    texts = classes.cpu().split(lengths.tolist())
    for row, (text, wide) in enumerate(zip(texts, content.tolist(), strict=True)):
        columns = max(1, min(logits.shape[1], round(wide / stride)))
        place = torch.arange(columns) * max(len(text), 1) // columns
        if len(text):
            following = (torch.arange(columns) + 1) * len(text) // columns
            alone = columns >= 2 * len(text)
            wanted[row, :columns] = torch.where((following > place) & alone, BLANK, text[place])
    return F.cross_entropy(logits.float().flatten(0, 1), wanted.flatten().to(logits.device))
