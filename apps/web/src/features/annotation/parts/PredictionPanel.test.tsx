/** The panel of predictions with a real editor behind it: what is shown from which score on, and what is decided. */
import type { ImageProposals, Shape } from '@loupe/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBench, LABELS } from '../../../canvas/testing/headless.ts';
import { drawnShape } from '../../../canvas/shape.ts';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { limitsFor, withLimit, type VersionLimits } from './prediction-facts.ts';
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
  versionId: 3,
  version: 'gear / front v3',
  items: [item('p1', 11, 0.9, 10), item('p2', 12, 0.4, 80), item('p3', 12, 0.1, 150)],
  rejected: [],
  from: { common: 0.3, byLabel: [{ labelId: 11, from: 0.3 }] },
  leftOut: [],
  at: '2026-11-24T12:00:00.000Z',
};
const model: ModelUse = {
  versions: [{ id: 3, modelId: 1, model: 'gear / front', number: 3, labels: [], createdAt: proposals.at }],
  versionId: 3,
  choose: () => {},
  run: () => {},
  isRunning: false,
  uncertain: () => {},
  onModel: () => {},
};

function makeDesk() {
  const bench = createBench();
  const stores = makeDeskStores();
  const follow = () => {
    stores.shapes.set([...bench.editor.doc.shapes.values()] as unknown as Shape[]);
    stores.mode.set(bench.status());
  };
  const limits = limitsFor(proposals, null);
  bench.setPredictions(
    proposals.items.map((one) => ({
      ...drawnShape(one.id, one.kind, one.labelId, one.points),
      source: 'model',
      score: one.score,
      versionId: 3,
    })),
    limits,
  );
  stores.labels.set(LABELS as never);
  stores.proposals.set(proposals);
  stores.limits.set(limits);
  follow();
  const setLimits = (next: VersionLimits) => {
    stores.limits.set(next);
    bench.setScoreLimits(next);
    follow();
  };
  return { bench, follow, desk: { ...stores, editor: () => bench, focus: () => {}, setLimits } as unknown as Desk };
}

it('shows what scores enough, accepts and rejects, and knows what is left', async () => {
  const { bench, desk, follow } = makeDesk();
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  const panel = within(screen.getByTestId('predictions'));
  expect(screen.getByTestId('predictions').textContent).toContain('(2) · gear / front v3');
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
  act(() => desk.setLimits({ ...desk.limits.get()!, common: 0 }));
  expect(panel.getByRole<HTMLButtonElement>('button', { name: /Accept 1$/ }).disabled).toBe(false);
  expect(panel.queryByText(/hidden by the score/)).toBeNull();
});

it('says that the model found nothing, and offers to run it again', async () => {
  const { desk } = makeDesk();
  desk.proposals.set({ ...proposals, items: [] });
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  expect(screen.getByText(t.nothingFound)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`${t.run}$`) }).disabled).toBe(false);
});

it('does not speak of a model where examples found nothing', async () => {
  const { desk } = makeDesk();
  desk.proposals.set({ ...proposals, versionId: null, items: [] });
  await show(<PredictionPanel desk={desk} model={model} isMarked />);
  expect(screen.getByText(t.nothingSimilar)).toBeTruthy();
  expect(screen.queryByText(t.nothingFound)).toBeNull();
});

it('keeps the limits of a person for the version, and a label at the common one has none of its own', () => {
  const first = limitsFor({ ...proposals, from: { common: 0.5, byLabel: [{ labelId: 12, from: 0.2 }] } }, null);
  expect([first.common, [...first.byLabel]]).toEqual([0.5, [[12, 0.2]]]);
  const set = withLimit(first, 11, 0.7);
  expect(limitsFor(proposals, set)).toBe(set);
  expect([...withLimit(set, 12, 0.5).byLabel.keys()]).toEqual([11]);
  expect(limitsFor({ ...proposals, versionId: 4 }, set).common).toBe(0.3);
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
