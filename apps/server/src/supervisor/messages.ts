/** What the supervisor and its children say to each other over the IPC channel. */
import type { StartFailure } from '../core/start-error.ts';

export type FromChild =
  { readonly type: 'ready'; readonly url?: string } | { readonly type: 'failed'; readonly failure: StartFailure };
export interface ToChild {
  readonly type: 'stop';
}

/** Something that runs until it is stopped; an api also says where it listens. */
export interface Running {
  readonly url?: string;
  stop(): Promise<void>;
}
