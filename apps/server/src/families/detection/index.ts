/** Detection on the server. */
import type { ServerFamily } from '../family.ts';
import { evaluateDetections } from './evaluate.ts';

export const detection: ServerFamily = {
  evaluate: evaluateDetections,
  countFindings: ({ items }, { confidence }) => items.filter(({ score }) => score >= confidence).length,
};
