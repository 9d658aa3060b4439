/** What is proposed for an image, by source, as it is sent: labels that are gone meanwhile are left out and named, and shapes that the data set takes no more. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ImageProposals, Label, Proposal, ProposalSource, ShapeKind } from '@loupe/contract';
import { desc, eq } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { modelName } from '../models/index.ts';
import { model, version } from '../../tables/models.ts';
import { proposal } from '../../tables/preannotation.ts';

const unpack = promisify(gunzip);

/** What stands in a row in place of a version where examples have proposed (find similar). */
export const noVersion = 0;

/** As they are stored; `label` is the name that the label had in the version. */
export type StoredProposal = Proposal & { label: string | null };
export const storedIn = async (body: Buffer): Promise<StoredProposal[]> =>
  JSON.parse((await unpack(body)).toString()) as StoredProposal[];
/** From which score on the version reports, in all and by label. */
export interface StoredFrom {
  common: number;
  byLabel: { labelId: number; from: number }[];
}

interface Ground {
  /** Those of the data set that are live. */
  labels: readonly Pick<Label, 'id'>[];
  /** What it takes now, for its type may have been changed. */
  kinds: readonly ShapeKind[];
}

/** Of each source, the latest run first. */
export async function proposalsOf(tx: Tx, imageId: number, ground: Ground): Promise<ImageProposals[]> {
  const rows = await tx
    .select({ proposal, name: modelName(), number: version.number })
    .from(proposal)
    .leftJoin(version, eq(version.id, proposal.versionId))
    .leftJoin(model, eq(model.id, version.modelId))
    .where(eq(proposal.imageId, imageId))
    .orderBy(desc(proposal.createdAt), desc(proposal.id));
  return Promise.all(rows.map((row) => sent(row, ground)));
}

interface Row {
  proposal: typeof proposal.$inferSelect;
  name: string | null;
  number: number | null;
}

async function sent(row: Row, { labels, kinds }: Ground): Promise<ImageProposals> {
  const { body, source, versionId, rejected, found, leftOut, thresholds, createdAt } = row.proposal;
  const stored = await storedIn(body);
  const live = new Set(labels.map(({ id }) => id));
  const isLive = ({ labelId }: { labelId: number | null }) => labelId === null || live.has(labelId);
  const gone = stored.flatMap((one) => (isLive(one) || one.label === null ? [] : [one.label]));
  const { common, byLabel } = thresholds as StoredFrom;
  return {
    source: source as ProposalSource,
    versionId: versionId === noVersion ? null : versionId,
    version: row.name === null || row.number === null ? null : { model: row.name, number: row.number },
    items: stored.filter((one) => isLive(one) && kinds.includes(one.kind)).map(({ label: _, ...one }) => one),
    rejected,
    found,
    from: { common, byLabel: byLabel.filter(isLive) },
    leftOut: [...new Set([...leftOut, ...gone])],
    at: createdAt.toISOString(),
  };
}
