/** What versions and searches propose for the shown image: brought onto the stage, and again when it is another. */
import { newShape, type ImageProposals, type ProposalSource, type Shape } from '@loupe/contract';
import type { DeskState, Stage } from './desk-state.ts';
import { wordsOf } from './remote.ts';
import { runsOf, shownViews, viewsFor, type OwnView } from './prediction-facts.ts';

/** Proposals as the editor draws them. */
const shapesOf = (proposals: readonly ImageProposals[]): Shape[] =>
  proposals.flatMap(({ items, versionId }) => items.map((item) => newShape({ ...item, source: 'model', versionId })));

/** Nothing is edited without the right to it, without a label, while a pre-annotation is about to run, where the image is gone, or while another one comes. */
export function applyReadOnly({ stage, stores }: DeskState): void {
  const isFree =
    stores.mayAnnotate.get() &&
    stores.labels.get().length > 0 &&
    !stores.isPreLabeling.get() &&
    stores.phase.get().kind === 'ready';
  stage?.editor.setReadOnly(!isFree);
  stage?.editor.setComing(stores.phase.get().kind === 'loading');
}

export function showProposals({ stores }: DeskState, { editor }: Stage, proposals: readonly ImageProposals[]): void {
  const views = viewsFor(proposals, stores.views.get());
  stores.views.set(views);
  stores.proposals.set(proposals);
  editor.setPredictions(proposals.length === 0 ? null : shapesOf(proposals), shownViews(views));
}

/** The image's proposals are others now, or what kept it from being edited is over. What is drawn stays. */
export async function refreshProposals(state: DeskState): Promise<void> {
  const { stage, shown, stores, annotations } = state;
  if (!stage || !shown) return;
  const annotation = await annotations.fresh(shown.imageId);
  const { proposals, isPreLabeling } = annotation;
  if (state.shown !== shown) return;
  stores.isPreLabeling.set(isPreLabeling);
  applyReadOnly(state);
  if (runsOf(proposals) === runsOf(stores.proposals.get())) return;
  showProposals(state, stage, proposals);
  stage.editor.applyRemote([], wordsOf(annotation));
  shown.sync.catchUp();
}

export function setSourceView({ stage, stores }: DeskState, source: ProposalSource, view: OwnView): void {
  const views = { ...stores.views.get(), [source]: view };
  stores.views.set(views);
  stage?.editor.setSourceViews(shownViews(views));
}
