import type { SeriesPoint, Task } from '@loupe/contract';
import { expect, test } from 'vitest';
import {
  atStage,
  attemptOfStage,
  bestOf,
  curveRows,
  curvesOf,
  deviceText,
  epochsOf,
  finishingPhase,
  isLearned,
  leftKey,
  lookedAt,
  overEpochs,
  stagesOf,
  stagesOfTask,
  stepsPerEpoch,
  withStep,
} from './progress.ts';
import { progressOf } from '../kinds.ts';

const task = (change: Partial<Task> = {}): Task => ({
  id: 1,
  kind: 'train',
  state: 'running',
  projectId: 1,
  modelId: 1,
  subject: 'a / b',
  versionId: null,
  versionNumber: null,
  recipe: 'detect',
  modelType: 'singleStage',
  stage: null,
  laterParams: [],
  params: { epochs: 10 },
  length: null,
  images: { train: 8, val: 2, test: 0 },
  labels: [],
  progress: null,
  cause: null,
  causeText: null,
  queuePosition: null,
  waitsFor: null,
  activeSeconds: 0,
  attempt: 1,
  device: 'cpu',
  actions: [],
  createdBy: 'x',
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: null,
  endedAt: null,
  ...change,
});
const at = (phase: string | null, done = 0, total = 0) => ({ phase, done, total, unit: '', etaSeconds: null });
const points = (name: string, pairs: [number, number][], stage = 0): SeriesPoint[] =>
  pairs.map(([step, value]) => ({ stage, name, step, value }));

const validated = curvesOf([
  ...points('loss', [
    [2, 4],
    [8, 3],
    [14, 2],
  ]),
  ...points('epoch', [
    [6, 1],
    [12, 2],
  ]),
  ...points('map50', [
    [6, 0.5],
    [12, 0.4],
  ]),
  ...points('map50_95', [
    [6, 0.3],
    [12, 0.2],
  ]),
]);

test('a step that comes again replaces its values and nothing else', () => {
  const before = [...points('loss', [[2, 4]]), ...points('lr', [[2, 0.1]])];
  const after = curvesOf(withStep(before, { stage: 0, step: 2, values: { loss: 9 } }));
  expect(after.get('loss')).toEqual([[2, 9]]);
  expect(after.get('lr')).toEqual([[2, 0.1]]);
});

test('the step of another stage replaces nothing', () => {
  const after = withStep(points('loss', [[2, 4]]), { stage: 1, step: 2, values: { loss: 9 } });
  expect(after).toEqual([...points('loss', [[2, 4]]), ...points('loss', [[2, 9]], 1)]);
});

test('curves are sorted by step, whatever the order of arrival', () => {
  const curves = curvesOf(withStep(points('loss', [[6, 1]]), { stage: 0, step: 3, values: { loss: 2 } }));
  expect(curves.get('loss')).toEqual([
    [3, 2],
    [6, 1],
  ]);
});

test('steps become epochs by what a validation told, else by the progress', () => {
  expect(stepsPerEpoch(validated, task())).toBe(6);
  expect(stepsPerEpoch(new Map(), task({ progress: at('train', 5, 60) }))).toBe(6);
  expect(stepsPerEpoch(new Map(), task({ progress: at('validate', 5, 60) }))).toBeNull();
  expect(overEpochs([[12, 0.4]], 6)).toEqual([[2, 0.4]]);
  expect(overEpochs([[12, 0.4]], null)).toEqual([]);
});

test('a training says its epoch while it trains and while it validates', () => {
  expect(progressOf(task({ progress: at('train', 30, 60) }), new Map())).toEqual({ share: 0.95 / 2, epoch: 6 });
  expect(progressOf(task({ progress: at('train', 60, 60) }), new Map()).epoch).toBe(10);
  const validating = progressOf(task({ progress: at('validate', 1, 2) }), validated);
  expect(validating.epoch).toBe(3);
  expect(validating.share).toBeCloseTo((0.95 * 14) / 60);
});

test('the share is whole only when the version is there: export and parity check come before', () => {
  const shares = [
    at('train', 60, 60),
    at('remember'),
    at('calibrate'),
    at('export'),
    at('probe'),
    at('parity', 8, 8),
    at('certify'),
  ].map((progress) => progressOf(task({ progress }), validated).share);
  expect(shares).toEqual([0.95, 0.95, 0.96, 0.97, 0.975, 0.98, 0.99]);
  const bySteps = task({ params: {}, progress: at('train', 60, 60) });
  expect(progressOf(bySteps, new Map()).share).toBe(0.95);
  expect(progressOf({ ...bySteps, progress: at('parity') }, new Map())).toEqual({ share: 0.98, epoch: null });
});

test('what runs after the steps is named while it runs', () => {
  expect(finishingPhase(task({ progress: at('parity', 1, 8) }))).toBe('parity');
  expect(finishingPhase(task({ progress: at('remember', 1, 8) }))).toBe('remember');
  expect(finishingPhase(task({ progress: at('train', 1, 8) }))).toBeNull();
  expect(finishingPhase(task({ state: 'completed', progress: at('certify') }))).toBeNull();
  expect(finishingPhase(task({ state: 'paused', progress: at('parity') }))).toBeNull();
});

test('a training completed by hand says its last epoch', () => {
  expect(progressOf(task({ state: 'completed' }), validated)).toEqual({ share: 1, epoch: 2 });
});

test('a test counts images', () => {
  expect(progressOf(task({ kind: 'test', progress: at('predict', 3, 12) }), new Map())).toEqual({
    share: 0.25,
    epoch: null,
  });
});

test('the best validation is the one whose weights are kept', () => {
  expect(bestOf(validated)).toEqual({ map50: 0.5, epoch: 1 });
  expect(bestOf(new Map())).toBeNull();
});

const states = (t: Task, certified: boolean | null = null) => stagesOf(t, certified).map((s) => s.state);

test('stages before the present one are done, those after it wait', () => {
  expect(states(task({ state: 'queued' }))).toEqual(['done', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting']);
  expect(states(task({ progress: at('validate') }))).toEqual(['done', 'done', 'now', 'waiting', 'waiting', 'waiting']);
  expect(states(task({ progress: at('certify') }))[4]).toBe('now');
});

test('before and after its steps a training counts images', () => {
  const counted = { done: 3, total: 8 };
  for (const phase of ['prepare', 'remember', 'probe', 'export', 'parity'])
    expect(lookedAt(task({ progress: at(phase, 3, 8) }))).toEqual(counted);
  for (const phase of ['train', 'validate']) expect(lookedAt(task({ progress: at(phase, 3, 8) }))).toBeNull();
  expect(lookedAt(task({ progress: at('export') }))).toBeNull();
  expect(lookedAt(task({ progress: null }))).toBeNull();
});

test('a ready-made stage counts what it looks at in each phase, and its share never stands still for long', () => {
  const params = { training: 'none', length: 'epochs', epochs: 1 };
  const phases = [at('prepare', 7, 14), at('validate', 0, 14), at('validate', 7, 14), at('export'), at('parity', 3, 6)];
  const ready = phases.map((progress) => task({ params, progress }));
  const shares = ready.map((one) => progressOf(one, new Map()).share);
  expect(shares).toEqual([0.1, 0.2, 0.4, 0.6, expect.closeTo(0.825)]);
  expect(ready.map((one) => lookedAt(one)?.done ?? null)).toEqual([7, 0, 7, null, 3]);
  const second = { index: 1, count: 2, recipe: 'textrec' };
  const later = task({ params: {}, laterParams: [params], stage: second, progress: at('validate', 7, 14) });
  expect(progressOf(later, new Map()).share).toBeCloseTo(0.7);
});

test('a failure stands at the stage of its cause, and an uncertified version at its certificate', () => {
  const cause = { code: 'data.imageCorrupt', stage: 'prepare', file: 'a.jpg', args: {} };
  expect(states(task({ state: 'failed', cause, progress: at('train') }))[1]).toBe('failed');
  expect(states(task({ state: 'completed' }), false)[4]).toBe('failed');
  expect(states(task({ state: 'completed' }), true)).toEqual(Array.from({ length: 6 }, () => 'done'));
});

test('all curves as rows for a spreadsheet, labels by name', () => {
  const curves = curvesOf([
    ...points('loss', [
      [1, 2],
      [2, 1],
    ]),
    ...points('map50/0', [[2, 0.5]]),
  ]);
  expect(curveRows(curves, ['=open'])).toEqual([
    ['step', 'loss', 'map50 =open'],
    [1, 2, ''],
    [2, 1, 0.5],
  ]);
});

test('counts in the epochs that a time has become, and in none before that is known', () => {
  const params = { length: 'time', timeBudget: 30, epochs: 100 };
  expect(epochsOf(task({ params }))).toBe(0);
  // the ready-made reader learns nothing, whatever its other settings are
  expect(epochsOf(task({ params: { training: 'none', length: 'epochs', epochs: 100 } }))).toBe(0);
  expect(epochsOf(task({ params, length: { epochs: 92, steps: 1840 } }))).toBe(92);
  expect(
    progressOf(task({ params, progress: at('train', 460, 1840), length: { epochs: 92, steps: 1840 } }), curvesOf([]))
      .epoch,
  ).toBe(24);
});

const inStages = (index: number, change: Partial<Task> = {}) =>
  task({
    modelType: 'multiStage',
    recipe: 'locate',
    params: { epochs: 10 },
    laterParams: [{ epochs: 40 }],
    stage: { index, count: 2, recipe: index === 0 ? 'locate' : 'inspect' },
    ...change,
  });

test('the first validation does not throw a training back to its beginning', () => {
  const curves = curvesOf(points('loss', [[48, 1]]));
  const byTime = { params: { length: 'time', timeBudget: 5 }, length: { epochs: 1, steps: 48 } };
  const inTraining = progressOf(task({ ...byTime, progress: at('train', 48, 48) }), curves);
  expect(progressOf(task({ ...byTime, progress: at('validate', 8, 247) }), curves)).toEqual(inTraining);
});

test('a training in stages is as far as all of them, and never begins again', () => {
  const shareOf = (one: Task) => progressOf(one, new Map()).share;
  const shares = [
    inStages(0, { progress: at('prepare') }),
    inStages(0, { progress: at('train', 30, 60) }),
    inStages(0, { progress: at('parity') }),
    // it waits for its second stage
    inStages(1, { state: 'queued' }),
    inStages(1, { progress: at('train', 30, 60) }),
    inStages(1, { progress: at('certify') }),
    inStages(1, { state: 'completed' }),
  ].map(shareOf);
  expect(shares).toEqual([0, 0.95 / 4, 0.98 / 2, 0.5, 0.5 + 0.95 / 4, 0.5 + 0.99 / 2, 1]);
  expect(progressOf(inStages(1, { progress: at('train', 30, 60) }), new Map()).epoch).toBe(21);
});

test('a stage that is over is as long as its curves say, with its own parameters', () => {
  const now = inStages(1, { progress: at('train', 1, 60), length: { epochs: 40, steps: 60 } });
  expect(stagesOfTask(now)).toEqual([
    { recipe: 'locate', params: { epochs: 10 } },
    { recipe: 'inspect', params: { epochs: 40 } },
  ]);
  expect(stagesOfTask(task())).toEqual([{ recipe: 'detect', params: { epochs: 10 } }]);
  expect(atStage(now, 1, new Map())).toBe(now);
  const over = atStage(now, 0, validated);
  expect(over).toMatchObject({ stage: { index: 0, count: 2, recipe: 'locate' }, length: { epochs: 2, steps: 12 } });
  expect(epochsOf(over)).toBe(2);
});

test('the first of two stages learns the labels of parts, the second all others, and a single stage each label', () => {
  const learned = (one: Task) => ['part', 'scratch'].filter((label) => isLearned(one, label));
  const params = { epochs: 10, locating: ['part'] };
  expect(learned(inStages(0, { params }))).toEqual(['part']);
  expect(learned(inStages(1, { params }))).toEqual(['scratch']);
  expect(learned(task())).toEqual(['part', 'scratch']);
});

test('the time left is that of the stage until the last one, and its attempts are its own', () => {
  expect([inStages(0), inStages(1), task()].map(leftKey)).toEqual([
    'tasks.stageLeft',
    'tasks.timeLeft',
    'tasks.timeLeft',
  ]);
  const attempts = [inStages(0), inStages(1, { attempt: 2 }), inStages(1, { attempt: 3 }), task({ attempt: 2 })];
  expect(attempts.map(attemptOfStage)).toEqual([1, 1, 2, 2]);
});

test('a processor is spelt as people do, a card as it is called', () => {
  expect([deviceText('cpu'), deviceText('cuda:1')]).toEqual(['CPU', 'cuda:1']);
});
