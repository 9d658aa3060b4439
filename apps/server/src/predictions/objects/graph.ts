/** What the graphs of models that find objects have in common. */
import { limits, type PredictedBox } from '@loupe/contract';
import { failed, type GraphContract, type Output, type Settings } from '../graph.ts';

/** Best first; `at`: the place of each in the graph's outputs. Throws for what is no box, score or class, and for more than `most`. */
export function readObjects(
  outputs: Readonly<Record<string, Output>>,
  classes: number,
  settings: Settings,
  most: number = limits.predictionMax,
): (PredictedBox & { at: number })[] {
  const floor = settings['score_threshold'] ?? limits.predictionScoreMin;
  const [boxes, scores, labels] = [outputs['boxes'], outputs['scores'], outputs['classes']];
  if (!boxes || !scores || !labels) throw failed('the model did not give boxes, scores and classes');
  const count = scores.data.length;
  const isEven = boxes.dims.length === 2 && boxes.dims[0] === count && boxes.dims[1] === 4;
  if (!isEven || labels.data.length !== count || boxes.data.length !== 4 * count)
    throw failed(`the model gave ${boxes.dims.join('×')} boxes for ${count} scores and ${labels.data.length} classes`);
  if (count > most) throw failed(`the model gave ${count} boxes, more than ${most}`);
  const items: (PredictedBox & { at: number })[] = [];
  for (let i = 0; i < count; i++) {
    const [c, score] = [Number(labels.data[i]), Number(scores.data[i])];
    const [x1, y1, x2, y2] = [0, 1, 2, 3].map((k) => Number(boxes.data[4 * i + k])) as [number, number, number, number];
    if (!(Number.isInteger(c) && c >= 0 && c < classes))
      throw failed(`the model gave class ${c}, but there are ${classes} labels`);
    if (!(score >= 0 && score <= 1)) throw failed(`the model gave score ${score}`);
    if (![x1, y1, x2, y2].every(Number.isFinite)) throw failed('the model gave a box that is not finite');
    if (score >= floor) items.push({ c, score, p: [x1, y1, x2, y2], at: i });
  }
  return items.sort((a, b) => b.score - a.score);
}

export const objectPlaces = {
  inputs: { image: { type: 'uint8', rank: 3 }, iou_threshold: { type: 'float32', rank: 1 } },
  optional: { score_threshold: { type: 'float32', rank: 1, fallback: limits.predictionScoreMin } },
  outputs: {
    boxes: { type: 'float32', rank: 2 },
    scores: { type: 'float32', rank: 1 },
    classes: { type: 'int64', rank: 1 },
  },
} satisfies Omit<GraphContract, 'read'>;
