/** The thresholds that later tests and online entries of a version begin with. */
import type { models as contract, Parsed, Version } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { kindOfModel } from '../../predictions/index.ts';
import { audit } from '../../tables/account.ts';
import { ownModel, ownVersion } from './scope.ts';
import { version } from '../../tables/models.ts';
import { versionInfo } from './versions.ts';

export async function setThresholds(
  services: Services,
  actor: Actor,
  { id, thresholds }: Parsed<(typeof contract)['versionThresholds']>,
): Promise<Version> {
  await inTransaction(services.db, async (tx) => {
    const before = await ownVersion(tx, actor, id);
    const { type } = await ownModel(tx, actor, before.modelId);
    const read = kindOfModel(type).parseThresholds(thresholds);
    await tx.update(version).set({ thresholds: read }).where(eq(version.id, id));
    await tx.insert(audit).values({
      actorId: actor.userId,
      action: 'version.thresholds',
      object: `version/${id}`,
      body: { from: before.thresholds, to: read },
    });
  });
  return versionInfo(services, actor, id);
}
