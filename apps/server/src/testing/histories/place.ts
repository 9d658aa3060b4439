/** One image on a server, as the random histories use it; there is the real one and a quick one without a database. */
import type { LoggedOp, Proposal, ProposalSource, StoredShape } from '@loupe/contract';
import type { SendInput, SendOps } from '../../../../web/src/features/annotation/outbox/index.ts';

export interface Seen {
  shapes: StoredShape[];
  revision: number;
  isCheckedEmpty: boolean;
  proposals: { versionId: number | null; items: Proposal[]; rejected: string[] }[];
  /** As the image counts them. */
  count: number;
}
/** A row of the log; `base` as it is stored. */
export interface LogRow {
  opId: string;
  seq: number;
  status: string;
  base: string | null;
  before: StoredShape | null;
  after: StoredShape | null;
}
export interface Place {
  imageId: number;
  labelId: number;
  see: () => Promise<Seen>;
  after: (seq: number) => Promise<LoggedOp[]>;
  send: (input: SendInput) => ReturnType<SendOps>;
  /** A version runs on the image, or a search; each once. */
  propose: (source: ProposalSource) => Promise<void>;
  /** A pre-annotation waits to run on it: edits have to wait. */
  hold: (isHeld: boolean) => Promise<void>;
  log: () => Promise<LogRow[]>;
}

export const side = { width: 400, height: 300 };
