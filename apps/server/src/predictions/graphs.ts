/** The graph of each prediction type: all that the inference host, a process of its own, needs to know of them. */
import type { PredictionType } from '@loupe/contract';
import { boxesGraph } from './boxes/graph.ts';
import type { GraphContract } from './graph.ts';
import { scoreMapGraph } from './scoremap/graph.ts';

export const graphs: { readonly [P in PredictionType]: GraphContract } = { boxes: boxesGraph, scoremap: scoreMapGraph };
