/** A failed import goes on from where it stopped, while its archive is kept. */
import { isOpen, type TaskState, type Upload } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { withNeed } from '../../../core/access.ts';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/errors.ts';
import type { Services } from '../../../core/services.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { announceTask, wakeWorkers } from '../../../tasks-runner/announce.ts';
import { addLines } from '../../../tasks-runner/lines.ts';
import { takeTurn } from '../../../tasks-runner/places.ts';
import { lockTask, moveTask } from '../../../tasks-runner/state.ts';
import { upload } from '../../../tables/uploads.ts';
import { ownFolder } from '../../datasets/index.ts';
import { retryReset } from '../../tasks/index.ts';
import { receivedBytes } from './files.ts';
import { causeOf, isWorthRetry, ownUpload, resultOf, uploadInfo } from './view.ts';

/** Its result stays: what is there already is not added again. Who asks twice has what they want. */
export async function retryUpload(services: Services, actor: Actor, id: string): Promise<Upload> {
  const { row, task: own } = await ownUpload(services, actor, id);
  // they may have been given less since
  await ownFolder(services.db, withNeed(actor, 'edit'), row.folderId);
  const isHere = (await receivedBytes(services.config.data, id)) === row.bytes;
  if (!own || !isHere) throw new AppError('upload.notRetryable');
  const isMoved = await inTransaction(services.db, async (tx) => {
    const locked = await lockTask(tx, own.id);
    if (locked && isOpen(locked.state as TaskState)) return false;
    if (!locked || !isWorthRetry(locked)) throw new AppError('upload.notRetryable');
    // it reads the archive again, offers the labels of now, and then waits for the classes
    const isAsked = causeOf(locked)?.code === 'import.labels';
    const result = isAsked ? { result: { ...resultOf(locked), labels: null } } : {};
    if (!(await moveTask(tx, locked, 'retry', { desired: 'run', ...retryReset, ...result })))
      throw new AppError('upload.notRetryable');
    if (isAsked) await tx.update(upload).set({ mapping: null, inspection: null }).where(eq(upload.id, id));
    await addLines(tx, own.id, 0, [{ seq: 0, kind: 'act', body: { action: 'retry', by: actor.account } }]);
    await wakeWorkers(tx);
    return true;
  });
  if (isMoved) {
    await takeTurn(services, own.id);
    await announceTask(services, own.id, true);
  }
  return uploadInfo(services, actor, id);
}
