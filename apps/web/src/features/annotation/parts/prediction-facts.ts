/** What the panel of predictions counts and sets. Pure. */
import type { ImageProposals, ProposalSource } from '@loupe/contract';
import { allShown, type SourceView, type SourceViews } from '../../../canvas/index.ts';

/** As a person set it for what a source proposes; the limits are those of one version. */
export type OwnView = SourceView & {
  /** Null: a search has proposed. */
  readonly versionId: number | null;
};
/** Of the sources that were seen so far. */
export type OwnViews = Readonly<Partial<Record<ProposalSource, OwnView>>>;

export const sources: readonly ProposalSource[] = ['version', 'similar'];

const nothing = { similar: 'annotation.nothingSimilar', version: 'annotation.nothingFound' } as const;

/**
 * Why a source proposes nothing. What is annotated, accepted predictions included, is not proposed again: an empty answer need
 * not mean that nothing was found. Where a run did not count what it found, an annotated image is taken for one that has it.
 */
export const whyNothing = ({ source, found }: Pick<ImageProposals, 'source' | 'found'>, isAnnotated: boolean) =>
  (found === null ? isAnnotated : found > 0) ? 'annotation.nothingNew' : nothing[source];

/** What a source proposes now; of earlier versions only what was turned down is left. */
export const latestOf = (proposals: readonly ImageProposals[], source: ProposalSource): ImageProposals | undefined =>
  proposals.find((one) => one.source === source);

/**
 * From which score on each is shown: as the person set it for this version, else as the version itself reports. What is
 * hidden stays so from image to image.
 */
function viewFor({ versionId, from }: ImageProposals, kept: OwnView | undefined): OwnView {
  if (kept?.versionId === versionId) return kept;
  const own = from.byLabel.filter((one) => one.from !== from.common);
  const byLabel = new Map(own.map((one) => [one.labelId, one.from]));
  return { versionId, common: from.common, byLabel, isHidden: kept?.isHidden ?? false };
}

export function viewsFor(proposals: readonly ImageProposals[], kept: OwnViews): OwnViews {
  const now = sources.flatMap((source) => {
    const latest = latestOf(proposals, source);
    return latest ? [[source, viewFor(latest, kept[source])]] : [];
  });
  return { ...kept, ...(Object.fromEntries(now) as OwnViews) };
}

export const shownViews = (views: OwnViews): SourceViews => ({ ...allShown, ...views });

/** A label that stands at the common limit has none of its own. */
export function withLimit(view: OwnView, labelId: number, value: number): OwnView {
  const byLabel = new Map(view.byLabel);
  if (value === view.common) byLabel.delete(labelId);
  else byLabel.set(labelId, value);
  return { ...view, byLabel };
}

/** Another run of any source is another one. */
export const runsOf = (proposals: readonly ImageProposals[]): string =>
  proposals.map(({ versionId, at }) => `${versionId} ${at}`).join();

/** What of these was turned down at a moment, where their runs were there then. */
export function decidedThen(
  proposals: readonly ImageProposals[],
  decisions: readonly { versionId: number | null; at: string; rejected: readonly string[] }[],
): Map<string, boolean> {
  return new Map(
    proposals.flatMap(({ versionId, at, items }) => {
      const then = decisions.find((one) => one.versionId === versionId && one.at === at);
      return then ? items.map(({ id }) => [id, then.rejected.includes(id)] as const) : [];
    }),
  );
}
