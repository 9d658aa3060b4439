/** What the list of uploads says of one, from what the server knows and what this page sends. */
import type { Upload } from '@loupe/contract';
import type { Sending } from './sending.ts';

export type UploadStatus =
  | 'queued'
  | 'sending'
  | 'waitingNetwork'
  | 'paused'
  | 'unreadable'
  /** Another window of this browser sends it. */
  | 'elsewhere'
  /** Bytes are missing, and no window here has the file. */
  | 'interrupted'
  | 'inspecting'
  | 'waiting'
  | 'importing'
  | 'completed'
  | 'incomplete'
  | 'failed'
  | 'canceled';

const bySending: { readonly [P in Sending['phase']]: UploadStatus } = {
  queued: 'queued',
  sending: 'sending',
  waiting: 'waitingNetwork',
  paused: 'paused',
  unreadable: 'unreadable',
};

export const statusOf = (
  upload: Pick<Upload, 'state' | 'refused'>,
  sending: Sending | undefined,
  isElsewhere: boolean,
): UploadStatus => {
  if (upload.state === 'uploading') {
    if (sending) return bySending[sending.phase];
    return isElsewhere ? 'elsewhere' : 'interrupted';
  }
  if (upload.state === 'completed' && upload.refused > 0) return 'incomplete';
  return upload.state;
};

/** Share of the step that is under way, 0–1; null where there is none. */
export const shareOf = (
  upload: Pick<Upload, 'state' | 'received' | 'bytes' | 'progress'>,
  sending: Sending | undefined,
): number | null => {
  if (upload.state === 'uploading') return Math.max(sending?.sent ?? 0, upload.received) / Math.max(1, upload.bytes);
  const { progress } = upload;
  return upload.state === 'importing' && progress && progress.total > 0 ? progress.done / progress.total : null;
};

/** Seconds until the bytes or the images are through; null while nobody can say. */
export const secondsLeft = (
  upload: Pick<Upload, 'state' | 'bytes' | 'progress'>,
  sending: Sending | undefined,
): number | null => {
  if (upload.state === 'uploading') {
    return sending?.phase === 'sending' && sending.rate ? (upload.bytes - sending.sent) / sending.rate : null;
  }
  return upload.state === 'importing' ? (upload.progress?.etaSeconds ?? null) : null;
};
