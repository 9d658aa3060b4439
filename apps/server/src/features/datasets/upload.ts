/** Loose upload: each file is checked by decoding it, stored under its hash, and becomes a row; bad ones are named. */
import type { Problem, UploadReport } from '@loupe/contract';
import { join } from 'node:path';
import type { Actor } from '../../core/actor.ts';
import type { UploadedFile } from '../../core/form.ts';
import type { Services } from '../../core/services.ts';
import { tallyUp } from '../../core/tally.ts';
import { inTransaction } from '../../core/transaction.ts';
import { imageOf } from './images.ts';
import { withReceived } from './receive.ts';
import { ownFolder } from './scope.ts';
import { insertImages, storeOrProblem, type StoredImage } from './store-image.ts';

export async function uploadImages(
  services: Services,
  actor: Actor,
  folderId: number,
  files: AsyncIterable<UploadedFile>,
): Promise<UploadReport> {
  const own = await ownFolder(services.db, actor, folderId);
  return withReceived(files, join(services.config.data, 'uploads'), async (received) => {
    const stored: StoredImage[] = [];
    const problems: Problem[] = [];
    for (const file of received) {
      // one at a time within a request: memory stays bounded, and other requests come between
      // oxlint-disable-next-line no-await-in-loop
      const result = await storeOrProblem(services, file);
      if ('key' in result) problems.push(result);
      else stored.push(result);
    }
    const rows = await inTransaction(services.db, async (tx) => {
      const done = await insertImages(tx, own.folder, stored);
      await tallyUp(tx, actor.userId, 'images', done.added.length);
      return done;
    });
    return {
      added: rows.added.map((row) => imageOf(row, { missing: false, isReviewed: false })),
      problems: [...problems, ...rows.problems],
    };
  });
}
