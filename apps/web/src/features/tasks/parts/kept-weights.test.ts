import type { TaskLine } from '@loupe/contract';
import { expect, it } from 'vitest';
import { keptWeights } from './kept-weights.ts';

const line = (kind: string, body: Record<string, unknown>): TaskLine => ({
  id: 1,
  attempt: 1,
  at: '2026-01-01T00:00:00Z',
  kind,
  body,
  text: null,
});

it('kept epochs are told once, in their order, and nothing else is', () => {
  const lines = [
    line('artefact', { role: 'weights', epoch: 20, bytes: 5 }),
    line('artefact', { role: 'weights', epoch: 10, bytes: 4 }),
    line('artefact', { role: 'onnx', bytes: 9 }),
    line('warning', { epoch: 7 }),
    line('artefact', { role: 'weights', epoch: 20, bytes: 6 }),
  ];
  expect(keptWeights(lines)).toEqual([
    { epoch: 10, bytes: 4 },
    { epoch: 20, bytes: 6 },
  ]);
});
