/** Uploads of loose images, of this page's life. They go on while another screen is shown; many go as one folder instead. */
import { api, limits, messageText, type Folder, type Problem } from '@loupe/contract';
import i18next from 'i18next';
import { uploadCall } from '../../../core/call.ts';
import { errorText, handleError } from '../../../core/errors.ts';
import { invalidate, ofImages } from '../../../core/query.ts';
import { makeStore } from '../../../core/store.ts';
import { askUpload } from './ask.ts';
import { checkBatch, type RuleProblem } from './loose-rule.ts';
import { looseSource } from './sources.ts';

export interface LooseBatch {
  id: number;
  folderId: number;
  files: readonly File[];
  /** `failed`: the whole request failed and may be tried again. */
  phase: 'sending' | 'checking' | 'done' | 'failed';
  /** Share of the bytes that are out. */
  share: number;
  added: number;
  problems: readonly Problem[];
  error: string | null;
}

export const looseStore = makeStore<readonly LooseBatch[]>([]);
let lastId = 0;

const change = (id: number, next: Partial<LooseBatch>): void =>
  looseStore.set(looseStore.get().map((b) => (b.id === id ? { ...b, ...next } : b)));

const inWords = ({ file, key, args }: RuleProblem): Problem => ({
  file,
  key,
  msg: messageText(key, 'zh', args),
  en_msg: messageText(key, 'en', args),
});

const send = async (batch: LooseBatch, files: readonly File[], problems: readonly Problem[]): Promise<void> => {
  const call = uploadCall((share) => change(batch.id, { share, phase: share >= 1 ? 'checking' : 'sending' }));
  try {
    const report = await call(
      api.imageUpload,
      { folderId: batch.folderId },
      { files: files.map((data) => ({ name: data.name, data })) },
    );
    change(batch.id, { phase: 'done', added: report.added.length, problems: [...problems, ...report.problems] });
  } catch (error) {
    change(batch.id, { phase: 'failed', error: errorText(error), problems });
    handleError(error);
  }
  await invalidate(...ofImages);
};

/** Checks the rule and sends what obeys it; more images than one batch may have are sent as a folder is. */
export const startLoose = (folder: Pick<Folder, 'id' | 'name'>, files: readonly File[]): void => {
  if (files.length === 0) return;
  const check = checkBatch(files);
  if (check.areMany) {
    const source = looseSource(i18next.t('transfers.looseName', { count: files.length }), files);
    if (source) askUpload({ sources: [source], folder, datasetId: null });
    return;
  }
  lastId += 1;
  const problems = check.problems.map(inWords);
  const batch: LooseBatch = {
    id: lastId,
    folderId: folder.id,
    files: check.send,
    phase: check.send.length === 0 ? 'done' : 'sending',
    share: 0,
    added: 0,
    problems,
    error: null,
  };
  looseStore.set([batch, ...looseStore.get()].slice(0, limits.uploadImages));
  if (batch.phase === 'sending') void send(batch, check.send, problems);
};

export const retryLoose = (batch: LooseBatch): void => {
  change(batch.id, { phase: 'sending', share: 0, error: null });
  void send(batch, batch.files, batch.problems);
};

/** Reports that were seen in a folder do not wait there for the next visit. */
export const leaveLoose = (folderId: number): void =>
  looseStore.set(looseStore.get().filter((b) => b.folderId !== folderId || b.phase !== 'done'));

export const closeLoose = (id: number): void => looseStore.set(looseStore.get().filter((b) => b.id !== id));
