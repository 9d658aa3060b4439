/** The epochs whose weights a training kept, by what its log says. */
import type { TaskLine } from '@loupe/contract';

export interface KeptEpoch {
  epoch: number;
  bytes: number;
}

/** Rising; an epoch that a later attempt went through again is told once, as it was last. */
export function keptWeights(lines: readonly TaskLine[]): KeptEpoch[] {
  const byEpoch = new Map<number, KeptEpoch>();
  for (const { kind, body } of lines) {
    const epoch = Number(body['epoch']);
    if (kind === 'artefact' && body['role'] === 'weights' && epoch > 0)
      byEpoch.set(epoch, { epoch, bytes: Number(body['bytes']) });
  }
  return [...byEpoch.values()].toSorted((a, b) => a.epoch - b.epoch);
}
