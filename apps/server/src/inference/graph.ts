/** What a model's graph must look like for each prediction type, and how its outputs become a prediction. */
import { limits, type Boxes, type Prediction, type PredictionType, type ScoreMap } from '@loupe/contract';
import sharp from 'sharp';
import { OnnxRefused } from './onnx-file.ts';

/** The part of the runtime's description of an input or output that we look at. */
export interface Place {
  name: string;
  isTensor: boolean;
  type?: string;
  shape?: readonly (number | string)[];
}
/** A tensor of the runtime, as far as we read it. */
export interface Output {
  type: string;
  dims: readonly number[];
  data: ArrayLike<number | bigint | string>;
}

export interface GraphContract {
  inputs: Readonly<Record<string, { type: string; rank: number }>>;
  /** Inputs that a graph may have. */
  optional: Readonly<Record<string, { type: string; rank: number }>>;
  outputs: Readonly<Record<string, { type: string; rank: number }>>;
  /** Throws `OnnxRefused` where the outputs are not what they should be. */
  read: (outputs: Readonly<Record<string, Output>>, classes: number, floor: number) => Prediction | Promise<Prediction>;
}

const failed = (why: string): OnnxRefused => new OnnxRefused(why);

function readBoxes(outputs: Readonly<Record<string, Output>>, classes: number, floor: number): Boxes {
  const [boxes, scores, labels] = [outputs['boxes'], outputs['scores'], outputs['classes']];
  if (!boxes || !scores || !labels) throw failed('the model did not give boxes, scores and classes');
  const count = scores.data.length;
  const isEven = boxes.dims.length === 2 && boxes.dims[0] === count && boxes.dims[1] === 4;
  if (!isEven || labels.data.length !== count || boxes.data.length !== 4 * count)
    throw failed(`the model gave ${boxes.dims.join('×')} boxes for ${count} scores and ${labels.data.length} classes`);
  if (count > limits.predictionMax) throw failed(`the model gave ${count} boxes, more than ${limits.predictionMax}`);
  const items: Boxes['items'] = [];
  for (let i = 0; i < count; i++) {
    const [c, score] = [Number(labels.data[i]), Number(scores.data[i])];
    const [x1, y1, x2, y2] = [0, 1, 2, 3].map((k) => Number(boxes.data[4 * i + k])) as [number, number, number, number];
    if (!(Number.isInteger(c) && c >= 0 && c < classes))
      throw failed(`the model gave class ${c}, but there are ${classes} labels`);
    if (!(score >= 0 && score <= 1)) throw failed(`the model gave score ${score}`);
    if (![x1, y1, x2, y2].every(Number.isFinite)) throw failed('the model gave a box that is not finite');
    if (score >= floor) items.push({ c, score, p: [x1, y1, x2, y2] });
  }
  items.sort((a, b) => b.score - a.score);
  return { type: 'boxes', items };
}

async function readScoreMap(outputs: Readonly<Record<string, Output>>): Promise<ScoreMap> {
  const [scores, heat] = [outputs['score'], outputs['heat']];
  if (!scores || !heat) throw failed('the model did not give score and heat');
  const score = Number(scores.data[0]);
  if (scores.data.length !== 1 || !(score >= 0 && score <= 1))
    throw failed(`the model gave score ${String(scores.data[0])} of ${scores.data.length}`);
  const [height = 0, width = 0] = heat.dims;
  const side = limits.heatSideMax;
  const fits = heat.dims.length === 2 && width >= 1 && height >= 1 && width <= side && height <= side;
  if (!fits || heat.data.length !== width * height) throw failed(`the model gave a heat map of ${heat.dims.join('×')}`);
  const raw = { width, height, channels: 1 } as const;
  const png = await sharp(heat.data as Uint8Array, { raw })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer();
  return { type: 'scoremap', score, heat: { width, height, png: png.toString('base64') } };
}

export const graphs: { readonly [P in PredictionType]: GraphContract } = {
  boxes: {
    inputs: { image: { type: 'uint8', rank: 3 }, iou_threshold: { type: 'float32', rank: 1 } },
    optional: { score_threshold: { type: 'float32', rank: 1 } },
    outputs: {
      boxes: { type: 'float32', rank: 2 },
      scores: { type: 'float32', rank: 1 },
      classes: { type: 'int64', rank: 1 },
    },
    read: readBoxes,
  },
  scoremap: {
    inputs: { image: { type: 'uint8', rank: 3 } },
    optional: {},
    outputs: { score: { type: 'float32', rank: 1 }, heat: { type: 'uint8', rank: 2 } },
    read: readScoreMap,
  },
};

type Wanted = GraphContract['inputs'];

function checkPlaces(side: string, wanted: Wanted, there: readonly Place[], optional: Wanted = {}): void {
  for (const [name, { type, rank }] of Object.entries({ ...wanted, ...optional })) {
    const place = there.find((p) => p.name === name);
    if (!place && Object.hasOwn(optional, name)) continue;
    if (!place) throw failed(`the model has no ${side} “${name}”`);
    // a shape that the exporter left out is empty
    const ranks = place.shape?.length ?? 0;
    if (place.type !== type || (ranks !== 0 && ranks !== rank))
      throw failed(`${side} “${name}” is ${place.type ?? 'no tensor'} of rank ${ranks}, not ${type} of rank ${rank}`);
  }
  const extra =
    side === 'input'
      ? there.find((p) => !Object.hasOwn(wanted, p.name) && !Object.hasOwn(optional, p.name))
      : undefined;
  if (extra) throw failed(`the model has an input “${extra.name}” that nobody fills`);
}

/** Refuses a model whose inputs or outputs are not those of its prediction type. */
export function checkGraph(graph: GraphContract, inputs: readonly Place[], outputs: readonly Place[]): void {
  checkPlaces('input', graph.inputs, inputs, graph.optional);
  checkPlaces('output', graph.outputs, outputs);
}
