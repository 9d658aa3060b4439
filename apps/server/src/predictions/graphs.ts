/** The graph of each prediction type: all that the inference host, a process of its own, needs to know of them. */
import type { PredictionType } from '@loupe/contract';
import { boxesGraph } from './boxes/graph.ts';
import { failed, type GraphContract } from './graph.ts';
import { masksGraph } from './masks/graph.ts';
import { scoreMapGraph } from './scoremap/graph.ts';
import { textsGraph } from './texts/graph.ts';

const own: { readonly [P in PredictionType]: GraphContract } = {
  boxes: boxesGraph,
  masks: masksGraph,
  scoremap: scoreMapGraph,
  texts: textsGraph,
};
/** Of no prediction type: the network that features come from (`inference/features`). */
const featuresGraph: GraphContract = {
  inputs: { image: { type: 'uint8', rank: 3 }, heads: { type: 'float32', rank: 2 } },
  optional: {},
  outputs: { scores: { type: 'float32', rank: 3 }, features: { type: 'float32', rank: 3 } },
  read: () => {
    throw failed('features are no prediction');
  },
};
const registered = new Map<string, GraphContract>([...Object.entries(own), ['features', featuresGraph]]);

/** In the process that runs models: a module of `HostOptions.modules` calls it. */
export function registerGraph(type: string, graph: GraphContract): void {
  if (registered.has(type)) throw new Error(`the graph of prediction type ${type} is registered twice`);
  registered.set(type, graph);
}

/** `outputs`: names of those that the model has. */
export function graphOf(type: string, outputs: readonly string[]): GraphContract {
  const found = registered.get(type);
  if (!found) throw failed(`prediction type ${type} is not registered`);
  return found.formOf?.(outputs) ?? found;
}
