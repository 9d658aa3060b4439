/**
 * The desk: the editor with everything around it that is not React. It loads images, hands edits to the outbox and its
 * answers to the editor, follows what others do, and keeps what the panels show in stores.
 */
import { api, CallError, type Label, type Shape, type ShapeOp } from '@loupe/contract';
import i18next from 'i18next';
import { createEditor, createPrefetcher, offeredTool, type EditorStatus } from '../../../canvas/index.ts';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { contractText } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { setHere } from '../../../core/sockets.ts';
import { notifyAfter } from '../../../core/store.ts';
import type { Region } from '../../../ui/upright.ts';
import { currentOutbox } from '../outbox-link.ts';
import { stageRegion } from '../texts/region.ts';
import { makeAnnotations } from './annotations.ts';
import { makeLoadBitmap } from './bitmaps.ts';
import { arriveAt, askScreen, openAhead } from './desk-ahead.ts';
import { keep, onceKept } from './desk-keep.ts';
import { holdRing, load, pointOut, retry } from './desk-load.ts';
import { applyReadOnly, refreshProposals, setSourceView } from './desk-proposals.ts';
import { follow } from './desk-follow.ts';
import { sayReview } from './desk-review.ts';
import { atHand, keepStatus, type DeskState } from './desk-state.ts';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { relabelling } from './shape-facts.ts';
import { makeViewSaver } from './view-saver.ts';

function makeState(): DeskState {
  const annotations = makeAnnotations();
  return {
    stores: makeDeskStores(),
    events: { onStep: () => {}, onModel: () => {}, onReview: () => {} },
    texts: new Set(),
    annotations,
    views: makeViewSaver(
      (id, view) => call(api.imageView, { id, ...view }).then(() => annotations.forget(id)),
      (error) => {
        if (error instanceof CallError) handleError(error);
        return error instanceof CallError;
      },
    ),
    stage: null,
    shown: null,
    wanted: 0,
    screen: 0,
    leaving: undefined,
    mark: null,
    turn: 0,
    ahead: null,
    keeping: null,
    ring: [],
    previousId: null,
    acknowledged: null,
  };
}

function onStatus(state: DeskState, status: EditorStatus): void {
  // A data set has no tool for a kind of shape that it does not take, whatever key was pressed.
  const kinds = state.stores.image.get()?.shapeKinds;
  const tool = kinds ? offeredTool(status.tool, kinds) : status.tool;
  if (tool !== status.tool) state.stage?.editor.setTool(tool);
  else if (state.keeping) notifyAfter(onceKept(state), () => keepStatus(state.stores, status));
  else keepStatus(state.stores, status);
}

function onOps(state: DeskState, ops: ShapeOp[], imageId: number): void {
  if (state.shown?.imageId === imageId) state.shown.sync.sent(ops);
  // What the disk does not take stays in memory, and the chip says so.
  const { image } = state.stores.image.get() ?? {};
  const name = image?.id === imageId ? image.name : undefined;
  keep(state, () => currentOutbox()?.add(imageId, ops, state.stage?.editor.keptHistory(), name));
}

function tellRelabel({ stores, stage }: DeskState, before: readonly Shape[], labelId: number): void {
  const shapes = stage?.editor.shapes() ?? [];
  const change = relabelling(shapes, before, labelId, stores.labels.get(), i18next.t('annotation.noLabel'));
  notify.info(i18next.t(change.from === null ? 'annotation.relabelledMany' : 'annotation.relabelled', { ...change }));
}

function mount(state: DeskState, element: HTMLElement): () => void {
  const { stores } = state;
  const editor = createEditor({
    container: element,
    labels: [],
    onOps: (ops, imageId) => onOps(state, ops, imageId),
    onSelection: (ids, predictionId) => notifyAfter(onceKept(state), () => stores.selection.set({ ids, predictionId })),
    onStatus: (status) => onStatus(state, status),
    onRelabel: (before, labelId) => tellRelabel(state, before, labelId),
    onNotice: (notice) => notify.warning(contractText(notice)),
    onCommand: (command) => {
      if (command === 'help') stores.helpOpen.set(!stores.helpOpen.get());
      else if (command === 'view.minimap') stores.minimapOpen.set(!stores.minimapOpen.get());
      else if (command === 'view.history') stores.historyOpen.set(!stores.historyOpen.get());
      else if (command === 'shapes.hide') hideOrShow(state);
      else askScreen(state, command);
    },
  });
  const bitmaps = createPrefetcher(makeLoadBitmap(async (id) => (await state.annotations.get(id)).image));
  state.stage = { element, editor, bitmaps };
  const unsubscribe = editor.subscribe(() =>
    // an edit is on the screen, and on the disk, before the list of shapes says so
    notifyAfter(onceKept(state), () => {
      stores.shapes.set(editor.shapes());
      const conflicts = editor.conflicts();
      if (conflicts.length + stores.conflicts.get().length > 0) stores.conflicts.set(conflicts);
    }),
  );
  const unfollow = follow(state);
  // again after a second mount of the same desk
  setHere(state.wanted > 0 ? state.wanted : null);
  void load(state);
  return () => {
    state.turn += 1;
    state.ahead = null;
    clearTimeout(state.leaving);
    state.leaving = undefined;
    state.views.flush();
    state.shown?.sync.stop();
    state.shown = null;
    state.stage = null;
    unsubscribe();
    unfollow();
    editor.destroy();
    bitmaps.dispose();
  };
}

async function regionOf({ stage, shown, stores }: DeskState, quad: readonly number[]): Promise<Region | null> {
  const image = stores.image.get()?.image;
  const bitmap = stage && shown && (await stage.bitmaps.get(shown.imageId).catch(() => null));
  return bitmap && image && image.id === shown?.imageId ? stageRegion(bitmap, image, quad) : null;
}

function toggleHidden({ stores, stage }: DeskState, ids: readonly string[]): void {
  const hidden = new Set(stores.hidden.get());
  const isShow = ids.every((id) => hidden.has(id));
  for (const id of ids) {
    if (isShow) hidden.delete(id);
    else hidden.add(id);
  }
  stores.hidden.set(hidden);
  stage?.editor.setHidden(hidden);
}

/** The selected shapes go out of sight; without any, those that are hidden come back. */
function hideOrShow(state: DeskState): void {
  if (!atHand(state)) return;
  const { ids } = state.stores.selection.get();
  const hidden = [...state.stores.hidden.get()];
  if (ids.length > 0) toggleHidden(state, ids);
  else if (hidden.length > 0) toggleHidden(state, hidden);
}

async function applyView({ stores, views, ring, annotations }: DeskState): Promise<number> {
  const folderId = stores.image.get()?.image.folderId;
  if (folderId === undefined) return 0;
  views.flush();
  const { images } = await call(api.folderView, { folderId, ...stores.view.get() });
  // the images that are held were read before
  for (const id of ring) annotations.forget(id);
  return images;
}

function addLabel(state: DeskState, label: Label): void {
  const { stores, stage, ring, annotations } = state;
  const labels = [...stores.labels.get().filter((one) => one.id !== label.id), label];
  stores.labels.set(labels);
  stage?.editor.setLabels(labels);
  stage?.editor.setDrawLabel(label.id);
  applyReadOnly(state);
  // The images that are held do not know it yet.
  for (const id of ring) annotations.forget(id);
}

function removeLabels({ stores, stage, ring, annotations }: DeskState, ids: readonly number[]): void {
  const labels = stores.labels.get().filter((one) => !ids.includes(one.id));
  stores.labels.set(labels);
  stage?.editor.setLabels(labels);
  // The images that are held still have them.
  for (const id of ring) annotations.forget(id);
}

export function createDesk(): Desk {
  const state = makeState();
  return {
    ...state.stores,
    mount: (element) => mount(state, element),
    show: (imageId) => arriveAt(state, imageId),
    open: (imageId, follow) => openAhead(state, imageId, follow),
    wanted: () => state.wanted,
    mark: (imageId, box) => {
      state.mark = box && { imageId, box };
      if (!box && state.shown?.imageId === imageId) state.stage?.editor.mark(null);
      else if (state.stage) pointOut(state, state.stage);
    },
    listen: (events) => {
      state.events = events;
    },
    retry: () => retry(state),
    setPrevious: (id) => {
      state.previousId = id;
    },
    setWindow: (ids) => {
      state.ring = ids;
      holdRing(state);
    },
    editor: () => state.stage?.editor ?? null,
    focus: () => state.stage?.element.focus({ preventScroll: true }),
    setVisible: (visible) => state.stage?.editor.setVisible(visible),
    toggleHidden: (ids) => toggleHidden(state, ids),
    setView: (view) => {
      state.stores.view.set(view);
      state.stage?.editor.setAdjustment(view.brightness, view.contrast);
      state.stage?.editor.setWindow(view.window ?? null);
      // what only looks is not kept for others
      const shown = atHand(state);
      if (shown && state.stores.mayAnnotate.get()) state.views.set(shown.imageId, view);
    },
    applyView: () => applyView(state),
    addLabel: (label) => addLabel(state, label),
    removeLabels: (ids) => removeLabels(state, ids),
    onText: (listener) => {
      state.texts.add(listener);
      return () => void state.texts.delete(listener);
    },
    region: (quad) => regionOf(state, quad),
    setSourceView: (source, view) => setSourceView(state, source, view),
    seen: () => atHand(state)?.sync.revision(),
    say: (action, remark = '', seen) => sayReview(state, action, remark, seen),
    refreshProposals: () => refreshProposals(state).catch(() => undefined),
    setMayAnnotate: (may) => {
      state.stores.mayAnnotate.set(may);
      applyReadOnly(state);
    },
  };
}
