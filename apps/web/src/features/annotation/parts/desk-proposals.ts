/** What versions and searches propose for the shown image: brought onto the stage, and again when it is another. */
import {
  families,
  hasTexts,
  newShape,
  type Family,
  type ImageAnnotation,
  type ImageProposals,
  type ProposalSource,
  type Shape,
} from '@loupe/contract';
import { labelName } from '../../../core/label-name.ts';
import { carriesTexts } from '../texts/text-facts.ts';
import type { DeskState, Stage } from './desk-state.ts';
import { wordsOf } from './remote.ts';
import { runsOf, shownViews, viewsFor, type OwnView } from './prediction-facts.ts';

/** Proposals as the editor draws them. */
const shapesOf = (proposals: readonly ImageProposals[]): Shape[] =>
  proposals.flatMap(({ items, versionId }) => items.map((item) => newShape({ ...item, source: 'model', versionId })));

const textFamily = Object.values<Family>(families).find(hasTexts);
export const shownLabels = ({ labels, shapeKinds }: ImageAnnotation): ImageAnnotation['labels'] =>
  textFamily && carriesTexts(shapeKinds)
    ? labels.map((one) => ({ ...one, name: labelName(one.name, textFamily) }))
    : labels;

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

/** A label was refused: somebody has deleted it, and what is proposed with it is left out from now on. */
export async function refreshLabels(state: DeskState): Promise<void> {
  const { stage, shown, stores, annotations, ring } = state;
  if (!stage || !shown) return;
  for (const id of ring) annotations.forget(id);
  const annotation = await annotations.fresh(shown.imageId);
  if (state.shown !== shown) return;
  const labels = shownLabels(annotation);
  stores.labels.set(labels);
  stage.editor.setLabels(labels);
  applyReadOnly(state);
  showProposals(state, stage, annotation.proposals);
  stage.editor.applyRemote([], wordsOf(annotation));
}

export function setSourceView({ stage, stores }: DeskState, source: ProposalSource, view: OwnView): void {
  const views = { ...stores.views.get(), [source]: view };
  stores.views.set(views);
  stage?.editor.setSourceViews(shownViews(views));
}
