/** The panel of predictions with a real editor behind it: what is shown from which score on, and what is decided. */
import type { ImageProposals, ProposalSource, Shape } from '@loupe/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBench, LABELS } from '../../../canvas/testing/headless.ts';
import { drawnShape } from '../../../canvas/shape.ts';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { decidedThen, runsOf, shownViews, viewsFor, withLimit, type OwnView } from './prediction-facts.ts';
import { PredictionPanel } from './PredictionPanel.tsx';
import type { ModelUse } from './use-model.ts';

const t = en.annotation;
const item = (id: string, labelId: number, score: number, x: number) => ({
  id,
  labelId,
  kind: 'rect' as const,
  points: [x, 10, x + 40, 60],
  parts: [0],
  score,
});
const proposals: ImageProposals = {
  source: 'version',
  versionId: 3,
  version: { model: 'gear / front', number: 3 },
  items: [item('p1', 11, 0.9, 10), item('p2', 12, 0.4, 80), item('p3', 12, 0.1, 150)],
  rejected: [],
  found: 3,
  from: { common: 0.3, byLabel: [{ labelId: 11, from: 0.3 }] },
  leftOut: [],
  at: '2026-11-24T12:00:00.000Z',
};
const candidates: ImageProposals = {
  ...proposals,
  source: 'similar',
  versionId: null,
  version: null,
  items: [item('s1', 11, 0.8, 12), item('s2', 12, 0.7, 300)],
  from: { common: 0.5, byLabel: [] },
  at: '2026-11-25T12:00:00.000Z',
};
const model: ModelUse = {
  versions: [
    { id: 3, modelId: 1, model: 'gear / front', number: 3, labels: [], level: 'usable', createdAt: proposals.at },
  ],
  versionId: 3,
  choose: () => {},
  run: () => {},
  isRunning: false,
  uncertain: () => {},
  onModel: () => {},
};

function makeDesk(all: readonly ImageProposals[] = [proposals]) {
  const bench = createBench();
  const stores = makeDeskStores();
  const follow = () => {
    stores.shapes.set([...bench.editor.doc.shapes.values()] as unknown as Shape[]);
    stores.mode.set(bench.status());
  };
  const views = viewsFor(all, {});
  bench.setPredictions(
    all.flatMap(({ items, versionId }) =>
      items.map((one) => ({
        ...drawnShape(one.id, one.kind as 'rect', one.labelId!, one.points),
        source: 'model' as const,
        score: one.score,
        versionId,
      })),
    ),
    shownViews(views),
  );
  stores.labels.set(LABELS as never);
  stores.proposals.set(all);
  stores.views.set(views);
  follow();
  const setSourceView = (source: ProposalSource, view: OwnView) => {
    stores.views.set({ ...stores.views.get(), [source]: view });
    bench.setSourceViews(shownViews(stores.views.get()));
    follow();
  };
  const desk = { ...stores, editor: () => bench, focus: () => {}, setSourceView } as unknown as Desk;
  return { bench, follow, desk };
}

it('shows what scores enough, accepts and rejects, and knows what is left', async () => {
  const { bench, desk, follow } = makeDesk();
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  const panel = within(screen.getByTestId('predictions'));
  expect(screen.getByTestId('predictions').textContent).toContain('(2) · gear / front · Version 3');
  // two of three are shown, and the third would be rejected with them
  expect(panel.getByText(/“Reject all” includes 1 that is hidden by the score/)).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: new RegExp(t.acceptBest) }));
  act(follow);
  expect([...bench.editor.doc.shapes.keys()]).toEqual(['p1']);
  const rejectAll = (count: number) => panel.getByRole('button', { name: new RegExp(`Reject all ${count}$`) });
  expect(rejectAll(2)).toBeTruthy();
  // the next one is selected: the buttons are now about it
  act(() => desk.selection.set({ ids: [], predictionId: 'p2' }));
  fireEvent.click(panel.getByRole('button', { name: new RegExp(`${t.reject}$`) }));
  act(follow);
  expect(bench.ops.map(({ kind, shapeId }) => [kind, shapeId])).toEqual([
    ['put', 'p1'],
    ['reject', 'p2'],
  ]);
  // also those that were turned down since the image was opened, and again after Undo
  expect(rejectAll(1)).toBeTruthy();
  act(() => bench.undo());
  act(follow);
  expect(rejectAll(2)).toBeTruthy();
  act(() => bench.redo());
  act(follow);
  act(() => desk.setSourceView('version', { ...desk.views.get().version!, common: 0 }));
  expect(panel.getByRole<HTMLButtonElement>('button', { name: /Accept 1$/ }).disabled).toBe(false);
  expect(panel.queryByText(/hidden by the score/)).toBeNull();
  act(() => desk.setSourceView('version', { ...desk.views.get().version!, common: 1 }));
  expect(panel.getByText(/hidden by the score: lower it to see/)).toBeTruthy();
});

it('says that the model found nothing, also on an annotated image, and offers to run it again', async () => {
  const { desk } = makeDesk();
  desk.proposals.set([{ ...proposals, items: [], found: 0 }]);
  desk.shapes.set([{ id: 's1', source: 'person' }] as never);
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  expect(screen.getByText(t.nothingFound)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`${t.run}$`) }).disabled).toBe(false);
});

it.each([3, null])('says that nothing new was found where what it found before was accepted: %s', async (found) => {
  const { desk } = makeDesk();
  desk.proposals.set([{ ...proposals, items: [], found }]);
  desk.shapes.set([{ id: 's1', source: 'model' }] as never);
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  expect(screen.getByText(t.nothingNew)).toBeTruthy();
  expect(screen.queryByText(t.nothingFound)).toBeNull();
});

it('does not say that nothing was found where it was left out for its label', async () => {
  const { desk } = makeDesk();
  desk.proposals.set([{ ...proposals, items: [], leftOut: ['pit'] }]);
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  expect(screen.getByText(/no labels named pit/)).toBeTruthy();
  expect(screen.queryByText(t.nothingFound)).toBeNull();
});

it('has a score to set for what has said something, and none for what has not', async () => {
  const { desk } = makeDesk([{ ...proposals, items: [] }, candidates]);
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  expect(screen.getAllByRole('button', { name: /^Show predictions/ })).toHaveLength(2);
  expect(screen.getAllByRole('slider')).toHaveLength(1);
});

it('does not speak of a model where examples found nothing', async () => {
  const { desk } = makeDesk([{ ...candidates, items: [], found: 0 }]);
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  expect(screen.getByText(t.nothingSimilar)).toBeTruthy();
  expect(screen.queryByText(t.nothingFound)).toBeNull();
});

it('keeps the limits of a person for the version, and a label at the common one has none of its own', () => {
  const of = (set: ImageProposals, kept = {}) => viewsFor([set], kept).version!;
  const first = of({ ...proposals, from: { common: 0.5, byLabel: [{ labelId: 12, from: 0.2 }] } });
  expect([first.common, [...first.byLabel]]).toEqual([0.5, [[12, 0.2]]]);
  const set = withLimit(first, 11, 0.7);
  expect(of(proposals, { version: set })).toBe(set);
  expect([...withLimit(set, 12, 0.5).byLabel.keys()]).toEqual([11]);
  // of another version the limits are others, and what is hidden stays so
  const hidden = { version: { ...set, isHidden: true } };
  expect(of({ ...proposals, versionId: 4 }, hidden)).toMatchObject({ common: 0.3, isHidden: true });
  // an image without them leaves all as it was
  expect(viewsFor([candidates], hidden)).toEqual({ ...hidden, similar: expect.objectContaining({ common: 0.5 }) });
});

it('shows a version and a search side by side: each with its name, its score and an eye', async () => {
  const { bench, desk, follow } = makeDesk([candidates, proposals]);
  const { user } = await show(<PredictionPanel desk={desk} model={model} isMarked />);
  const panel = within(screen.getByTestId('predictions'));
  const rows = () =>
    Array.from(screen.getByTestId('predictions').querySelectorAll('.source'), (row) => row.textContent);
  // the first object was found by both: the version's outline stands for it
  expect(rows()).toEqual(['gear / front · Version 32', `${t.bySimilar}1`]);
  expect(panel.getByText('1 object was found by the model and by “Find similar”, and is shown once')).toBeTruthy();
  const scores = () => panel.getAllByRole('slider').map((one) => one.getAttribute('aria-label'));
  expect(scores()).toEqual(['Score: gear / front · Version 3', `Score: ${t.bySimilar}`]);
  await user.click(panel.getByRole('button', { name: 'Show predictions: gear / front · Version 3' }));
  expect(scores()).toEqual([`Score: ${t.bySimilar}`]);
  expect(rows()).toEqual(['gear / front · Version 3hidden', `${t.bySimilar}2`]);
  // accepting and rejecting is about what is shown
  await user.click(panel.getByRole('button', { name: /Accept 2$/ }));
  act(follow);
  expect(bench.ops.map(({ shapeId, shape }) => [shapeId, shape?.versionId])).toEqual([
    ['s1', null],
    ['s2', null],
  ]);
  await user.click(panel.getByRole('button', { name: 'Show predictions: gear / front · Version 3' }));
  expect(rows()[0]).toBe('gear / front · Version 31');
  await user.click(panel.getByRole('button', { name: /Reject all 2$/ }));
  act(follow);
  expect(bench.ops.slice(2).map(({ kind, shapeId }) => [kind, shapeId])).toEqual([
    ['reject', 'p2'],
    ['reject', 'p3'],
  ]);
});

it('keeps a row for a source that is hidden, also where it is alone', async () => {
  const { desk } = makeDesk();
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  const eye = () => screen.queryByRole('button', { name: 'Show predictions: gear / front · Version 3' });
  expect(eye()).toBeNull();
  act(() => desk.setSourceView('version', { ...desk.views.get().version!, isHidden: true }));
  expect(eye()!.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(eye()!);
  expect(eye()).toBeNull();
});

it('of an earlier version only what was turned down is left, and its run is not taken for the latest', async () => {
  const earlier = {
    ...proposals,
    versionId: 2,
    version: { model: 'gear / front', number: 2 },
    items: [item('o1', 11, 0.7, 350)],
    rejected: ['o1'],
  };
  const { bench, desk, follow } = makeDesk([candidates, proposals, earlier]);
  act(() => bench.rejectPredictions(['o1']));
  act(follow);
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  const panel = within(screen.getByTestId('predictions'));
  expect(panel.queryByText('gear / front · Version 2')).toBeNull();
  expect(panel.getByRole('button', { name: /Rejected \(1\)/ })).toBeTruthy();
});

it('knows another run of any source, and what of each was decided at a moment', () => {
  expect(runsOf([candidates, proposals])).not.toBe(runsOf([proposals]));
  expect(runsOf([{ ...candidates, at: proposals.at }, proposals])).not.toBe(runsOf([candidates, proposals]));
  const decisions = [
    { versionId: 3, at: proposals.at, rejected: ['p2'] },
    { versionId: null, at: '2026-11-20T12:00:00.000Z', rejected: ['s1'] },
  ];
  expect([...decidedThen([candidates, proposals], decisions)]).toEqual([
    ['p1', false],
    ['p2', true],
    ['p3', false],
  ]);
});

it('shows what was turned down, however long ago, and takes it back: one, or all', async () => {
  const { bench, desk, follow } = makeDesk();
  act(() => bench.rejectPredictions(['p1', 'p2', 'p3']));
  act(follow);
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  const panel = within(screen.getByTestId('predictions'));
  fireEvent.click(panel.getByRole('button', { name: /Rejected \(3\)/ }));
  const rows = () => panel.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual(['scratch0.90', 'dent0.40', 'dent0.10']);
  fireEvent.click(panel.getByRole('button', { name: /^scratch/ }));
  expect(bench.editor.predictions.selected).toBe('p1');
  fireEvent.click(panel.getByRole('button', { name: 'Take back the rejection of scratch' }));
  act(follow);
  expect(rows()).toEqual(['dent0.40', 'dent0.10']);
  expect(bench.predictions().map(({ id }) => id)).toEqual(['p1']);
  fireEvent.click(panel.getByRole('button', { name: /Take back all 2/ }));
  act(follow);
  expect(bench.status().rejectedCount).toBe(0);
  expect(panel.queryByText(/Rejected/)).toBeNull();
  expect(bench.ops.slice(3).map(({ kind, shapeId }) => [kind, shapeId])).toEqual([
    ['unreject', 'p1'],
    ['unreject', 'p2'],
    ['unreject', 'p3'],
  ]);
});

it('accepts one that was turned down: as one step it is neither rejected nor open', () => {
  const { bench } = makeDesk();
  bench.rejectPredictions(['p1']);
  bench.selectPrediction('p1');
  bench.run('prediction.accept');
  expect(bench.ops.slice(1).map(({ kind }) => kind)).toEqual(['unreject', 'put']);
  bench.undo();
  expect(bench.status()).toMatchObject({ rejectedCount: 1, shapeCount: 0 });
});
