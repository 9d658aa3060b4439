// Sends what waits, in order, until nothing does; what it cannot send stays where it is.

import { limits, messageText, type OpResult, type ShapeOp } from '@loupe/contract';
import { failureOf, type Failure } from './failure.ts';
import type { Acknowledgement, OutboxStore, QueuedOp, RejectedOp, SendOps } from './types.ts';

export interface SenderParts {
  userId: number;
  store: OutboxStore;
  send: SendOps;
  /** After answers are in the store. */
  acknowledge: (acknowledgements: Acknowledgement[]) => Promise<void>;
}
/** done: nothing waits · away: try again later · over: the session ended. */
export type Outcome = 'done' | 'away' | 'over';

const opsAtOnce = 100;

const rejectedAs = (one: QueuedOp, why: Pick<RejectedOp, 'key' | 'msg' | 'en_msg'>): RejectedOp => ({
  ...one,
  key: why.key,
  msg: why.msg,
  en_msg: why.en_msg,
});

const refusalOf = (opId: string, why: Extract<Failure, { kind: 'refused' }>): OpResult => ({
  opId,
  seq: null,
  rev: null,
  status: 'refused',
  shapeId: null,
  key: why.key,
  msg: why.msg,
  en_msg: why.en_msg,
});

/** Writes answers into the store and then announces them. An op without an answer stays in the queue. */
async function applyResults(
  { userId, store, acknowledge }: SenderParts,
  batch: readonly QueuedOp[],
  results: readonly OpResult[],
) {
  const byId = new Map(results.map((one) => [one.opId, one]));
  const answered: QueuedOp[] = [];
  const rejected: RejectedOp[] = [];
  const refusedBases = new Map<string, ShapeOp['base']>();
  const acknowledgements: Acknowledgement[] = [];
  for (const one of batch) {
    const result = byId.get(one.op.opId);
    if (!result) continue;
    acknowledgements.push({ imageId: one.imageId, opId: one.op.opId, result });
    if (result.status !== 'refused') {
      answered.push(one);
      continue;
    }
    rejected.push(rejectedAs(one, { key: result.key ?? '', msg: result.msg ?? '', en_msg: result.en_msg ?? '' }));
    const base = String(one.op.base);
    refusedBases.set(one.op.opId, refusedBases.has(base) ? refusedBases.get(base)! : one.op.base);
  }
  await store.apply({ userId, answered, rejected, refusedBases });
  await acknowledge(acknowledgements);
  return acknowledgements.length;
}

/** The server would only say that the request is too large: a person needs to know that it is the shape. */
function manyPoints({ op }: QueuedOp): Extract<Failure, { kind: 'refused' }> | null {
  if ((op.shape?.points.length ?? 0) <= 2 * limits.pointsPerShape) return null;
  const key = 'annotation.manyPoints';
  const text = { max: limits.pointsPerShape };
  return { kind: 'refused', key, msg: messageText(key, 'zh', text), en_msg: messageText(key, 'en', text) };
}

/** Sends one batch; a batch that is refused as a whole is cut until the op that is the reason stands alone. */
async function sendBatch(parts: SenderParts, batch: readonly QueuedOp[]): Promise<Outcome> {
  const { imageId, clientId } = batch[0]!;
  try {
    const { results } = await parts.send({ imageId, clientId, ops: batch.map((one) => one.op) });
    return (await applyResults(parts, batch, results)) > 0 ? 'done' : 'away';
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'refused') return failure.kind;
    if (batch.length === 1) {
      await applyResults(parts, batch, [refusalOf(batch[0]!.op.opId, manyPoints(batch[0]!) ?? failure)]);
      return 'done';
    }
    const half = Math.ceil(batch.length / 2);
    const first = await sendBatch(parts, batch.slice(0, half));
    return first === 'done' ? sendBatch(parts, batch.slice(half)) : first;
  }
}

/** Goes on until the queue is empty, somebody says stop, or it cannot. */
export async function drain(parts: SenderParts, stopped: () => boolean): Promise<Outcome> {
  while (!stopped()) {
    // in order, one request at a time
    // oxlint-disable no-await-in-loop
    const batch = await parts.store.nextBatch(parts.userId, opsAtOnce);
    if (batch.length === 0) return 'done';
    const outcome = await sendBatch(parts, batch);
    // oxlint-enable no-await-in-loop
    if (outcome !== 'done') return outcome;
  }
  return 'done';
}
