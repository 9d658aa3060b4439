/** What was learned as it is kept with its task, so that a task that goes on need not learn again: the same bits come back. */
import { z } from 'zod';
import type { Learned } from './learn.ts';

const KeptHead = z.object({
  example: z.int(),
  labelId: z.int().nullable(),
  /** Float64, little endian. */
  weights: z.base64(),
  shift: z.number(),
  width: z.number(),
  height: z.number(),
  own: z.number(),
  ground: z.number(),
});
export const KeptLearned = z.object({
  scale: z.number(),
  heads: z.array(KeptHead),
  /** How long it took, and for how many images that were looked at. */
  seconds: z.number(),
  looks: z.int(),
});
export type KeptLearned = z.infer<typeof KeptLearned>;

export const toKeep = ({ scale, heads }: Learned, about: Pick<KeptLearned, 'seconds' | 'looks'>): KeptLearned => ({
  scale,
  heads: heads.map(({ weights, ...head }) => ({
    ...head,
    weights: Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength).toString('base64'),
  })),
  ...about,
});

export const fromKept = ({ scale, heads }: KeptLearned): Learned => ({
  scale,
  heads: heads.map(({ weights, ...head }) => ({
    ...head,
    weights: new Float64Array(Uint8Array.from(Buffer.from(weights, 'base64')).buffer),
  })),
});
