/** The thresholds that later tests and online entries of a version begin with. */
import type { models as contract, Parsed, Version } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import { found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { predictionTypeOfModel, type Labels } from '../../predictions/index.ts';
import { ownModel, ownVersion } from './scope.ts';
import { version } from '../../tables/models.ts';
import { task } from '../../tables/tasks.ts';
import { versionInfo } from './versions.ts';

export async function setThresholds(
  services: Services,
  actor: Actor,
  { id, thresholds, testId }: Parsed<(typeof contract)['versionThresholds']>,
): Promise<Version> {
  await inTransaction(services.db, async (tx) => {
    const before = await ownVersion(tx, actor, id);
    const { type } = await ownModel(tx, actor, before.modelId);
    const read = predictionTypeOfModel(type).parseThresholds(thresholds, before.labels as Labels);
    if (testId !== undefined) {
      const ofVersion = and(eq(task.id, testId), eq(task.versionId, id), eq(task.kind, 'test'));
      found((await tx.select({ id: task.id }).from(task).where(ofVersion))[0]);
    }
    await tx
      .update(version)
      .set({ thresholds: read, thresholdsAt: new Date(), thresholdsTestId: testId ?? null })
      .where(eq(version.id, id));
    const body = { from: before.thresholds, to: read, testId: testId ?? null };
    await note(tx, actor, 'version.thresholds', `version/${id}`, body);
  });
  return versionInfo(services, actor, id);
}
