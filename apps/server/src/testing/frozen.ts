/** What a training has frozen, as its engine reads it. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { ManifestLine } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { Services } from '../core/services.ts';
import { snapshot } from '../tables/models.ts';
import { task } from '../tables/tasks.ts';

/** The task, its snapshot, and the lines of its manifest. */
export async function frozenOf({ db, blobs }: Pick<Services, 'db' | 'blobs'>, taskId: number) {
  const [row] = await db.select().from(task).where(eq(task.id, taskId));
  const [made] = await db.select().from(snapshot).where(eq(snapshot.id, row!.snapshotId!));
  const lines = gunzipSync(readFileSync(blobs.path(made!.manifestSha256)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => ManifestLine.parse(JSON.parse(line)));
  return { row: row!, made: made!, lines };
}
