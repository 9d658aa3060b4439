/** What a model's graph must look like, and how its outputs become a prediction. */
import type { Prediction } from '@loupe/contract';
import { OnnxRefused } from './refused.ts';

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

/** Numbers that the graph is given beside the image, by the names of its inputs. */
export type Settings = Readonly<Record<string, number>>;

/** What a graph is asked about: the image, or a region of it. */
export interface GraphPlace {
  width: number;
  height: number;
  /** Within the region, in its own pixels: four corners. */
  quad?: readonly number[] | undefined;
  settings: Settings;
  /** What the model's file says of itself (`loupe` in its metadata). */
  about: unknown;
}
/** A tensor of float32. */
export interface Filled {
  dims: readonly number[];
  data: Float32Array;
}

export interface GraphContract {
  inputs: Readonly<Record<string, { type: string; rank: number }>>;
  /** Inputs that a graph may have, with what they are given where nobody says. */
  optional: Readonly<Record<string, { type: string; rank: number; fallback: number }>>;
  outputs: Readonly<Record<string, { type: string; rank: number }>>;
  /** Throws `OnnxRefused` where the outputs are not what they should be. */
  read: (
    outputs: Readonly<Record<string, Output>>,
    classes: number,
    settings: Settings,
    place?: GraphPlace,
  ) => Prediction | Promise<Prediction>;
  /** Inputs beside the image that follow from the place that is asked about. */
  fill?: (place: GraphPlace) => Readonly<Record<string, Filled>>;
  /** Where a type has graphs of several forms: that of a model with outputs of these names. */
  formOf?: (outputs: readonly string[]) => GraphContract;
}

export const failed = (why: string): OnnxRefused => new OnnxRefused(why);

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
