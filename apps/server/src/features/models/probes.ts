/** What a version found of test defects, as its training reported it. */
import { Probes } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Services } from '../../core/services.ts';
import { versionProbes } from '../../tables/models.ts';
import { ownVersion } from './scope.ts';

export async function versionProbesOf({ db }: Services, actor: Actor, id: number): Promise<{ probes: Probes | null }> {
  await ownVersion(db, actor, id);
  const [row] = await db.select().from(versionProbes).where(eq(versionProbes.versionId, id));
  return { probes: Probes.nullable().parse(row?.probes ?? null) };
}
