/** Brings images onto the stage: shapes, what waits in the outbox, pixels, and the neighbours held ready. */
import { CallError, isDeep, type ImageAnnotation, type ShapeOp } from '@loupe/contract';
import i18next from 'i18next';
import { deepOf, type KeptHistory, type StageImage } from '../../../canvas/index.ts';
import { after, afterPaint } from '../../../core/after-paint.ts';
import { handleError } from '../../../core/errors.ts';
import { notify } from '../../../core/notify.ts';
import { sessionStore } from '../../../core/session.ts';
import { notifyAfter, notifyAfterPaint } from '../../../core/store.ts';
import { currentOutbox } from '../outbox-link.ts';
import { carriesTexts, textAt } from '../texts/text-facts.ts';
import { loadThumb } from './bitmaps.ts';
import { refreshReview } from './desk-review.ts';
import { keepStatus, knowAuthors, type DeskState, type Stage } from './desk-state.ts';
import { applyReadOnly, shownLabels, showProposals } from './desk-proposals.ts';
import { noSelection, type DeskStores } from './desk-stores.ts';
import { makeImageSync, type ImageSync } from './desk-sync.ts';
import { isAboutReview, visitorOf } from './remote.ts';

/** How long an image may take to decode before its shapes are shown without it. */
const patienceMs = 60;

/** How long the screen stays behind what the stage is about to show. */
const aheadMs = 100;

/** How long the image before stays in sight. */
const leaveMs = 200;
/** Nothing on the stage. */
const noImage = {
  imageId: 0,
  width: 1,
  height: 1,
  bitmap: null,
  shapes: [],
  isCheckedEmpty: false,
  rejected: [],
  revision: 0,
  pending: [],
};

const startSync = (
  state: DeskState,
  { editor }: Stage,
  { image, revision }: ImageAnnotation,
  pending: readonly ShapeOp[],
): ImageSync => {
  const { stores, annotations } = state;
  const isOurs = (shapeId: string): void =>
    stores.authors.set(new Map([...stores.authors.get(), [shapeId, sessionStore.get()?.userName ?? '']]));
  return makeImageSync(image.id, revision, pending, {
    editor,
    annotations,
    onNews: (ops) => {
      knowAuthors(
        stores,
        ops.flatMap((op) => op.after ?? []),
      );
      if (stores.review.get() !== null && ops.some(isAboutReview)) void refreshReview(state).catch(() => undefined);
      const visit = visitorOf(ops, currentOutbox()?.clientId ?? '', sessionStore.get()?.userId ?? 0);
      if (visit) stores.visit.set({ ...visit, at: Date.now() });
    },
    onOwn: isOurs,
    onGone: (error) => {
      if (state.wanted !== image.id) return;
      stores.phase.set({ kind: 'failed', error });
      applyReadOnly(state);
    },
    onCopy: (shapeId) => {
      isOurs(shapeId);
      stores.conflicts.set(editor.conflicts());
      notify.warning(i18next.t('annotation.copied'));
    },
  });
};

/** What goes onto the stage beside what the server says of an image. */
interface Beside {
  pending: readonly ShapeOp[];
  kept: KeptHistory | null;
  bitmap: StageImage | null;
}

const showLevels = ({ levels }: DeskStores, bitmap: StageImage | null): void =>
  levels.set((bitmap && deepOf(bitmap)?.levels) ?? null);

/** Takes away what stands where another image is wanted: a name and an image that do not belong together are never seen for long. */
function leave(state: DeskState): void {
  const { stage, stores, wanted } = state;
  clearTimeout(state.leaving);
  state.leaving = undefined;
  if (!stage || state.shown?.imageId === wanted) return;
  state.shown?.sync.stop();
  state.views.flush();
  state.shown = null;
  stage.editor.loadImage(noImage);
  stores.image.set(null);
  stores.shapes.set([]);
  stores.selection.set(noSelection);
  stores.conflicts.set([]);
  stores.proposals.set([]);
  stores.review.set(null);
  stores.visit.set(null);
  stores.past.set(null);
}

/** Points out the place that was asked for, once its image is there; the text that lies there is selected, to be typed. */
export function pointOut({ mark, shown, stores }: DeskState, { editor }: Stage): void {
  if (!mark || mark.imageId !== shown?.imageId) return;
  editor.mark(mark.box);
  const text = carriesTexts(stores.image.get()?.shapeKinds) ? textAt(editor.shapes(), mark.box) : null;
  if (text) editor.select([text]);
}

/** Puts a loaded image on the stage. */
function place(state: DeskState, stage: Stage, annotation: ImageAnnotation, { pending, kept, bitmap }: Beside): void {
  const { stores } = state;
  const { editor } = stage;
  const { image, shapes } = annotation;
  const labels = shownLabels(annotation);
  const { id: imageId, width, height, brightness, contrast } = image;
  const window = isDeep(image) ? image.window : undefined;
  const rejected = annotation.proposals.flatMap((one) => one.rejected);
  clearTimeout(state.leaving);
  state.leaving = undefined;
  state.shown?.sync.stop();
  state.views.flush();
  editor.setLabels(labels);
  // images of a model are what their list says, annotated or not
  editor.setMarked(image.part === null);
  editor.setTexts(carriesTexts(annotation.shapeKinds));
  editor.loadImage({
    imageId,
    width,
    height,
    bitmap,
    shapes,
    isCheckedEmpty: image.state === 'empty',
    rejected,
    revision: annotation.revision,
    pending,
  });
  showProposals(state, stage, annotation.proposals);
  if (kept) editor.restoreHistory(kept);
  editor.setAdjustment(brightness, contrast);
  editor.setWindow(window ?? null);
  showLevels(stores, bitmap);
  const sync = startSync(state, stage, annotation, pending);
  state.shown = { imageId, sync };
  for (const one of state.acknowledged?.list ?? []) sync.answered(one);
  state.acknowledged = null;
  stores.labels.set(labels);
  stores.isPreLabeling.set(annotation.isPreLabeling);
  stores.review.set(annotation.review);
  stores.hidden.set(new Set());
  stores.selection.set(noSelection);
  stores.conflicts.set(editor.conflicts());
  stores.authors.set(new Map());
  knowAuthors(stores, shapes);
  stores.visit.set(null);
  stores.shapes.set(editor.shapes());
  stores.view.set({ brightness, contrast, ...(window !== undefined && { window }) });
  // The zoom of the image, before anything shows it: the next frame would be too late.
  keepStatus(stores, editor.status());
  stores.image.set(annotation);
  pointOut(state, stage);
  sync.catchUp();
}

/** The image can be worked on from here, with or without its pixels. */
function beReady(state: DeskState, pixels: 'ready' | 'loading'): void {
  state.stores.phase.set({ kind: 'ready', pixels });
  applyReadOnly(state);
}

/** The pixels of an image that is ready without them: first the thumbnail, then the whole. */
async function followPixels(state: DeskState, { editor, bitmaps }: Stage, imageId: number): Promise<void> {
  const { turn, stores } = state;
  const isCurrent = () => state.turn === turn;
  let isWhole = false;
  void loadThumb(imageId).then((thumb) => {
    if (thumb && !isWhole && isCurrent()) editor.setBitmap(thumb);
  });
  const bitmap = await bitmaps.get(imageId).catch(() => null);
  if (!isCurrent()) return;
  isWhole = bitmap !== null;
  if (bitmap) editor.setBitmap(bitmap);
  showLevels(stores, bitmap);
  stores.phase.set({ kind: 'ready', pixels: bitmap ? 'ready' : 'failed' });
}

/** Fetches and decodes the neighbours, once the shown image is there: it comes first. */
export function holdRing(state: DeskState): void {
  const { stage, ring, wanted, shown } = state;
  if (shown?.imageId !== wanted || ring[0] !== wanted || state.stores.phase.get().kind !== 'ready') return;
  stage?.bitmaps.setWindow(ring);
  state.annotations.setWindow(ring);
}

async function loadWanted(
  state: DeskState,
  stage: Stage,
  isCurrent: () => boolean,
  onPainted: () => void,
): Promise<void> {
  const imageId = state.wanted;
  const pixels = stage.bitmaps.get(imageId).catch(() => null);
  const annotation = await state.annotations.get(imageId);
  if (!isCurrent()) return;
  state.acknowledged = { imageId, list: [] };
  const outbox = currentOutbox();
  // Without its history an image can be worked on all the same.
  const history = outbox?.history(imageId).catch(() => null);
  const pending = (await outbox?.pending(imageId)) ?? [];
  const kept = (await history) ?? null;
  const bitmap = await Promise.race([pixels, after(patienceMs)]);
  if (!isCurrent()) return;
  notifyAfterPaint(() => {
    place(state, stage, annotation, { pending, kept, bitmap });
    beReady(state, bitmap ? 'ready' : 'loading');
  });
  void afterPaint().then(onPainted);
  if (!bitmap) await followPixels(state, stage, imageId);
  // letting go of what is far now may cost a collection of garbage
  await afterPaint();
  if (isCurrent()) holdRing(state);
}

/**
 * Loads the wanted image. The old one stays in sight for a moment, for a neighbour that is held ready comes at once and a
 * dark stage between the two would flicker; nothing of it can be worked on.
 */
export async function load(state: DeskState): Promise<void> {
  const { stage, stores } = state;
  if (!stage || state.wanted <= 0) return;
  state.turn += 1;
  const { turn } = state;
  const isCurrent = () => state.turn === turn;
  let onPainted = (): void => undefined;
  const painted = Promise.race([new Promise<void>((resolve) => (onPainted = resolve)), after(aheadMs)]);
  // a neighbour that is held ready is there before anything says that it comes
  notifyAfter(
    () => painted,
    () => stores.phase.set({ kind: 'loading' }),
  );
  void painted.then(() => isCurrent() && state.ahead?.follow());
  applyReadOnly(state);
  state.leaving ??= setTimeout(() => leave(state), leaveMs);
  try {
    await loadWanted(state, stage, isCurrent, onPainted);
  } catch (error) {
    onPainted();
    if (!isCurrent()) return;
    stores.phase.set({ kind: 'failed', error });
    leave(state);
    applyReadOnly(state);
    // The end of a session is acted on; everything else stands where the image would be.
    if (error instanceof CallError && error.code >= 10_000) handleError(error);
  }
}

/** Tries again what failed; where only the pixels are missing, edits and history stay. */
export function retry(state: DeskState): void {
  const { stage, shown, stores, wanted } = state;
  const phase = stores.phase.get();
  if (phase.kind === 'failed') void load(state);
  else if (stage && shown?.imageId === wanted && phase.kind === 'ready' && phase.pixels === 'failed') {
    beReady(state, 'loading');
    void followPixels(state, stage, wanted);
  }
}
