/**
 * The uploads that this page sends. They go on while the person moves between screens; a cut connection is waited for.
 * What the server knows of an upload (`uploadList`) and what is sent here meet in the drawer by the upload's id.
 */
import {
  api,
  archiveFormatOf,
  Envelope,
  limits,
  uploadUrl,
  type BothTexts,
  type FolderPlan,
  type Upload,
  type UploadFormat,
} from '@loupe/contract';
import type { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { call, requestHeaders } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { invalidate } from '../../../core/query.ts';
import { makeStore } from '../../../core/store.ts';
import { makeElsewhere } from './elsewhere.ts';
import { dropMark, keepMark, marksOf, type KeptMark } from './marks.ts';
import { makePace, retryDelay } from './pace.ts';
import { isSame, type Mark, type Source } from './sources.ts';

/** `queued`: two others are being sent · `waiting`: for the connection · `unreadable`: the file changed or is gone. */
export type SendPhase = 'queued' | 'sending' | 'waiting' | 'paused' | 'unreadable';

export interface Sending {
  id: string;
  phase: SendPhase;
  sent: number;
  bytes: number;
  /** Bytes per second over the last seconds. */
  rate: number | null;
  /** What the server says of a part that it did not take, and that is tried again (a full disk). */
  trouble: BothTexts | null;
}

interface Job {
  id: string;
  source: Source;
  pace: ReturnType<typeof makePace>;
  attempt: number;
  tus: TusUpload | null;
  timer: ReturnType<typeof setTimeout> | null;
}

/** More at a time would leave the pages no connection to the server. */
const atOnce = 2;

export const sendingStore = makeStore<readonly Sending[]>([]);
/** Uploads of earlier visits, by id, whose file is known here. */
export const marksStore = makeStore<ReadonlyMap<string, KeptMark>>(new Map());

const jobs = new Map<string, Job>();
let userId: number | null = null;

const stateOf = (id: string): Sending | undefined => sendingStore.get().find((s) => s.id === id);
const change = (id: string, next: Partial<Sending>): void =>
  sendingStore.set(sendingStore.get().map((s) => (s.id === id ? { ...s, ...next } : s)));

const channel = new BroadcastChannel('loupe-uploads');
/** What other windows of this browser send. */
export const elsewhere = makeElsewhere(
  {
    // A channel reaches its own origin only, and takes no other.
    // eslint-disable-next-line require-post-message-target-origin
    post: (word) => channel.postMessage(word),
    listen: (onWord) => channel.addEventListener('message', (e) => onWord(e.data as Parameters<typeof onWord>[0])),
  },
  { window: crypto.getRandomValues(new Uint32Array(2)).join('-'), ids: () => [...jobs.keys()] },
);

const onLeave = (e: BeforeUnloadEvent): void => e.preventDefault();
let announced = '';
sendingStore.subscribe(() => {
  const ids = [...jobs.keys()].join(' ');
  if (ids !== announced) elsewhere.announce();
  announced = ids;
  const isBusy = sendingStore.get().some((s) => s.phase !== 'unreadable');
  if (isBusy) window.addEventListener('beforeunload', onLeave);
  else window.removeEventListener('beforeunload', onLeave);
});

const forget = (id: string): void => {
  const marks = new Map(marksStore.get());
  if (marks.delete(id)) marksStore.set(marks);
  void dropMark(id);
};

const halt = (job: Job): void => {
  if (job.timer) clearTimeout(job.timer);
  job.timer = null;
  void job.tus?.abort();
};

/** Takes an upload off this page's list; what the server has of it stays. */
const end = (id: string): void => {
  const job = jobs.get(id);
  if (job) halt(job);
  jobs.delete(id);
  sendingStore.set(sendingStore.get().filter((s) => s.id !== id));
  startNext();
};

/** The words of an answer; none where a proxy answered, or nobody. */
const troubleOf = (error: unknown): BothTexts | null => {
  try {
    const { msg, en_msg } = Envelope.parse(JSON.parse((error as DetailedError).originalResponse!.getBody()));
    return { zh: msg, en: en_msg };
  } catch {
    return null;
  }
};

const statusOf = (error: unknown): number | null => {
  const response = (error as Partial<DetailedError>).originalResponse;
  return response ? response.getStatus() : null;
};

/** A request that got no answer or a passing one is tried again; a file that cannot be read is chosen again. */
const onFailure = (job: Job, error: unknown): void => {
  if (jobs.get(job.id) !== job) return;
  const status = statusOf(error);
  const isRequest = (error as Partial<DetailedError>).originalRequest != null;
  if (status === 404 || status === 410) {
    // Canceled from another window, or nobody went on with it for too long.
    forget(job.id);
    end(job.id);
    void invalidate('uploadList');
  } else if (status === 401 || status === 403) {
    change(job.id, { phase: 'paused', rate: null });
    // The call says in the usual way that the session is over.
    call(api.uploadInfo, { id: job.id }).catch(handleError);
  } else if (!isRequest || status === 413) {
    change(job.id, { phase: 'unreadable', rate: null });
    startNext();
  } else {
    change(job.id, { phase: 'waiting', rate: null, trouble: troubleOf(error) });
    job.timer = setTimeout(() => job.tus?.start(), retryDelay(job.attempt));
    job.attempt += 1;
  }
};

const send = async (job: Job): Promise<void> => {
  change(job.id, { phase: 'sending' });
  if (job.tus) {
    job.tus.start();
    return;
  }
  const { Upload: Tus } = await import('tus-js-client');
  if (stateOf(job.id)?.phase !== 'sending') return;
  job.tus = new Tus(job.source.blob, {
    uploadUrl: uploadUrl(job.id),
    chunkSize: limits.uploadPartBytes,
    // Waiting is done here: it has no end, and the list shows it.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      for (const [key, value] of Object.entries(requestHeaders())) request.setHeader(key, value);
    },
    onProgress: (sent) => {
      if (jobs.get(job.id) !== job) return;
      job.pace.seen(sent);
      change(job.id, { phase: 'sending', sent, rate: job.pace.rate(), trouble: null });
    },
    onChunkComplete: () => {
      job.attempt = 0;
    },
    onSuccess: () => {
      forget(job.id);
      end(job.id);
      void invalidate('uploadList');
    },
    onError: (error) => onFailure(job, error),
  });
  job.tus.start();
};

function startNext(): void {
  const all = sendingStore.get();
  const free = atOnce - all.filter((s) => s.phase === 'sending' || s.phase === 'waiting').length;
  for (const { id } of all.filter((s) => s.phase === 'queued').slice(0, Math.max(0, free))) void send(jobs.get(id)!);
}

const enqueue = (id: string, source: Source, received: number): void => {
  end(id);
  jobs.set(id, { id, source, pace: makePace(), attempt: 0, tus: null, timer: null });
  const entry: Sending = { id, phase: 'queued', sent: received, bytes: source.size, rate: null, trouble: null };
  sendingStore.set([...sendingStore.get(), entry]);
  startNext();
};

const formatOf = (source: Source): UploadFormat => {
  return source.format ?? ((source.kind === 'archive' && archiveFormatOf(source.name)) || 'folder');
};

/** Announces the uploads and begins to send them; the ones that the server refused are told. */
export const startUploads = async (
  sources: readonly Source[],
  target: { folderId: number; folders: FolderPlan },
): Promise<void> => {
  for (const source of sources) {
    const { name, size, changed, handle } = source;
    try {
      // One after the other: they are listed in the order in which they were chosen.
      // eslint-disable-next-line no-await-in-loop
      const { id } = await call(api.uploadAdd, { ...target, name, format: formatOf(source), bytes: size });
      if (userId !== null) void keepMark({ id, userId, name, size, changed, handle });
      enqueue(id, source, 0);
    } catch (error) {
      handleError(error);
    }
  }
  await invalidate('uploadList');
};

/** Whether a file is the one that an upload was begun with. What this browser does not remember is judged by name and size. */
export const isFileOf = (upload: Pick<Upload, 'id' | 'name' | 'bytes'>, chosen: Mark): boolean => {
  const mark = marksStore.get().get(upload.id);
  return mark ? isSame(mark, chosen) : upload.name === chosen.name && upload.bytes === chosen.size;
};

export const goOnWith = (upload: Pick<Upload, 'id' | 'received'>, source: Source): void =>
  enqueue(upload.id, source, upload.received);

export const pauseSending = (id: string): void => {
  const job = jobs.get(id);
  if (!job) return;
  halt(job);
  change(id, { phase: 'paused', rate: null });
  startNext();
};

export const resumeSending = (id: string): void => {
  change(id, { phase: 'queued' });
  startNext();
};

export const cancelUpload = async (id: string): Promise<void> => {
  try {
    await call(api.uploadCancel, { id });
    end(id);
    forget(id);
  } catch (error) {
    handleError(error);
  }
  await invalidate('uploadList');
};

/** A failed import goes on from where it stopped. */
export const retryImport = async (id: string): Promise<void> => {
  await call(api.uploadRetry, { id }).catch(handleError);
  await invalidate('uploadList');
};

/** Looks again at once when the network is back. */
const onOnline = (): void => {
  for (const job of jobs.values()) {
    if (stateOf(job.id)?.phase !== 'waiting' || !job.timer) continue;
    clearTimeout(job.timer);
    job.timer = null;
    job.tus?.start();
  }
};

/** Follows the signed-in person; null: nobody is, and nothing more is sent. */
export const connectUploads = (next: number | null): void => {
  if (userId === next) return;
  userId = next;
  for (const job of jobs.values()) halt(job);
  jobs.clear();
  sendingStore.set([]);
  marksStore.set(new Map());
  window.removeEventListener('online', onOnline);
  if (next === null) return;
  window.addEventListener('online', onOnline);
  void marksOf(next).then((marks) => {
    if (userId === next) marksStore.set(new Map(marks.map((mark) => [mark.id, mark])));
  });
};
