// Which ops go in one request.

import { limits } from '@loupe/contract';
import type { QueuedOp } from './types.ts';

/** Numbers in the shapes of one request: about 4 MB as JSON, far below what the server takes. */
const mostNumbers = 200_000;

/** The first of these ops (all of one image, in order) that one request can carry: one tab's, and not too many. */
export function batchOf(queue: readonly QueuedOp[], most: number = limits.opsPerRequest): QueuedOp[] {
  const batch: QueuedOp[] = [];
  let numbers = 0;
  for (const one of queue) {
    numbers += one.op.shape?.points.length ?? 0;
    const fits = batch.length === 0 || (numbers <= mostNumbers && batch.length < most);
    if (!fits || one.clientId !== (batch[0] ?? one).clientId) break;
    batch.push(one);
  }
  return batch;
}
