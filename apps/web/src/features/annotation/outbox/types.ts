// The words of the outbox: what waits, what was answered, what the chip shows.

import type { OpResult, ShapeOp } from '@loupe/contract';
import type { KeptHistory } from '../../../canvas/index.ts';

/** An op that has not been answered. `n` is its place in the order of this browser. */
export interface QueuedOp {
  n: number;
  userId: number;
  imageId: number;
  /** As it was named then: of one that is gone by now nobody else can say it. Left out by earlier versions. */
  imageName?: string;
  /** The tab that made it. */
  clientId: string;
  op: ShapeOp;
}

/** An op that the server refused for good. It is kept until the person has dismissed it. */
export interface RejectedOp extends QueuedOp {
  key: string;
  msg: string;
  en_msg: string;
}

/**
 * saved: nothing waits · pending: on its way · offline: no network or no server, goes on by itself · signedOut: goes on
 * after `resume`. `durable` is false where the browser keeps nothing: then a closed tab loses what waits.
 */
export interface OutboxState {
  kind: 'saved' | 'pending' | 'offline' | 'signedOut';
  pending: number;
  rejected: number;
  durable: boolean;
}

/** The answer to one op; also of ops that another tab of this user has sent. */
export interface Acknowledgement {
  imageId: number;
  opId: string;
  result: OpResult;
}

/** Histories in one browser; those of images touched longest ago go first. */
export const mostHistories = 100;

export interface SendInput {
  imageId: number;
  clientId: string;
  ops: ShapeOp[];
}
export type SendOps = (input: SendInput) => Promise<{ revision: number; results: OpResult[] }>;

/** What a batch of answers does to the queue. */
export interface BatchOutcome {
  userId: number;
  answered: readonly QueuedOp[];
  rejected: readonly RejectedOp[];
  /** Bases of refused ops, by op id: the next op of their chain stands on the same ground. */
  refusedBases: ReadonlyMap<string, ShapeOp['base']>;
}

/** Undo and redo of one image, of one tab: it outlives a reload, and no other tab or person has it. */
export interface HistoryKey {
  userId: number;
  tabId: string;
  imageId: number;
}
export interface HistoryRecord extends HistoryKey {
  kept: KeptHistory;
}

export interface OutboxStore {
  durable: () => boolean;
  /** The history as it is after these ops goes with them: both are on disk, or neither is. */
  add: (ops: readonly Omit<QueuedOp, 'n'>[], history?: HistoryRecord) => Promise<void>;
  /** Those used last; more are forgotten. */
  history: (key: HistoryKey) => Promise<KeptHistory | null>;
  /** The oldest op and what follows it of the same image and tab, in order. */
  nextBatch: (userId: number, most: number) => Promise<QueuedOp[]>;
  pending: (userId: number, imageId: number) => Promise<QueuedOp[]>;
  count: (userId: number) => Promise<{ pending: number; rejected: number }>;
  apply: (outcome: BatchOutcome) => Promise<void>;
  rejected: (userId: number) => Promise<RejectedOp[]>;
  dismiss: (userId: number, opIds: readonly string[]) => Promise<void>;
  close: () => void;
}
