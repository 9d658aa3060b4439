/** What a model proposes for the shown image: brought onto the stage, and again when it is another. */
import { newShape, type ImageProposals, type Shape } from '@loupe/contract';
import type { DeskState, Stage } from './desk-state.ts';
import { wordsOf } from './remote.ts';
import { limitsFor, type VersionLimits } from './prediction-facts.ts';

/** Proposals as the editor draws them. */
const shapesOf = ({ items, versionId }: ImageProposals): Shape[] =>
  items.map((item) => newShape({ ...item, source: 'model', versionId }));

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

export function showProposals({ stores }: DeskState, { editor }: Stage, proposals: ImageProposals | null): void {
  const limits = proposals && limitsFor(proposals, stores.limits.get());
  if (limits) stores.limits.set(limits);
  stores.proposals.set(proposals);
  editor.setPredictions(proposals && shapesOf(proposals), limits ?? undefined);
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
  if (proposals?.at === stores.proposals.get()?.at) return;
  showProposals(state, stage, proposals);
  stage.editor.applyRemote([], wordsOf(annotation));
  shown.sync.catchUp();
}

export function setLimits({ stage, stores }: DeskState, limits: VersionLimits): void {
  stores.limits.set(limits);
  stage?.editor.setScoreLimits(limits);
}
