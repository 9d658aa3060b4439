/** What features are given: the database, the blobs, the sockets, the settings. Made once at start. */
import type { SocketEvent } from '@loupe/contract';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { BlobStore } from './blobs.ts';
import type { Db } from './db.ts';

/** Sends an event to one person, or to everybody who may see a project. `keep`: it can be fetched again when missed. */
export type Publish = (
  to: { userId: number } | { projectId: number },
  event: SocketEvent,
  options?: { keep?: boolean },
) => Promise<void>;

export interface Services {
  db: Db;
  config: Config;
  blobs: BlobStore;
  publish: Publish;
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
}
