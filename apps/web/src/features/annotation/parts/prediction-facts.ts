/** What the panel of predictions counts and sets. Pure. */
import type { ImageProposals } from '@loupe/contract';
import type { ScoreLimits } from '../../../canvas/index.ts';

/** As a person set them for the proposals of one version. */
export type VersionLimits = ScoreLimits & {
  /** Null: examples have proposed. */
  readonly versionId: number | null;
};

/** From which score on each is shown: as the person set it for this version, else as the version itself reports. */
export function limitsFor({ versionId, from }: ImageProposals, kept: VersionLimits | null): VersionLimits {
  if (kept?.versionId === versionId) return kept;
  const own = from.byLabel.filter((one) => one.from !== from.common);
  return { versionId, common: from.common, byLabel: new Map(own.map((one) => [one.labelId, one.from])) };
}

/** A label that stands at the common limit has none of its own. */
export function withLimit(limits: VersionLimits, labelId: number, value: number): VersionLimits {
  const byLabel = new Map(limits.byLabel);
  if (value === limits.common) byLabel.delete(labelId);
  else byLabel.set(labelId, value);
  return { ...limits, byLabel };
}
