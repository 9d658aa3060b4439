/** How far a task is, read from its row and its curves: pure, so that it can be tested alone. */
import {
  isReadyStage,
  modelTypeOf,
  recipes,
  type RecipeId,
  type SeriesPoint,
  type Task,
  type TaskState,
} from '@loupe/contract';

export type Points = readonly (readonly [number, number])[];
export type Curves = ReadonlyMap<string, Points>;

/** A device as the engine calls it, in the spelling of the pages. */
export const deviceText = (device: string): string => device.replace(/^cpu$/, 'CPU');

/** Points by name, each by step ascending. */
export const curvesOf = (points: readonly SeriesPoint[]): Curves => {
  const curves = new Map<string, [number, number][]>();
  for (const { name, step, value } of points) {
    const curve = curves.get(name);
    if (curve) curve.push([step, value]);
    else curves.set(name, [[step, value]]);
  }
  for (const curve of curves.values()) curve.sort((a, b) => a[0] - b[0]);
  return curves;
};

/** The points with those of one more step; a step that came before (a resumed training) is replaced. */
export const withStep = (
  points: readonly SeriesPoint[],
  { stage, step, values }: { stage: number; step: number; values: Readonly<Record<string, number>> },
): SeriesPoint[] => {
  const kept = points.filter((p) => p.stage !== stage || p.step !== step || values[p.name] === undefined);
  return [...kept, ...Object.entries(values).map(([name, value]) => ({ stage, name, step, value }))];
};

/** The task as it was at one of its stages, which may be over: its curves tell how long that was. */
export const atStage = (task: Task, index: number, curves: Curves): Task => {
  if (!task.stage || task.stage.index === index) return task;
  const [steps = 0, epochs = 0] = curves.get('epoch')?.at(-1) ?? [];
  const { recipe } = stagesOfTask(task)[index]!;
  return { ...task, stage: { ...task.stage, index, recipe }, progress: null, length: { steps, epochs } };
};

/** What each stage of a training is trained with; one where it has one. */
export const stagesOfTask = ({ modelType, recipe, params, laterParams }: Task): StageOfTask[] => {
  const ids = modelTypeOf(modelType ?? '')?.stages ?? [recipe as RecipeId];
  return ids.map((id, i) => ({ recipe: id, params: i === 0 ? params : (laterParams[i - 1] ?? {}) }));
};
export interface StageOfTask {
  recipe: RecipeId;
  params: Task['params'];
}

/** Whether the stage that is looked at learns a label: one finds the parts, the next looks for all else in them. */
export const isLearned = (task: Task, label: string): boolean => {
  const locating = stagesOfTask(task).flatMap(({ recipe, params }) => recipes[recipe].locates?.(params) ?? []);
  const { locates } = recipes[(task.stage?.recipe ?? task.recipe) as RecipeId];
  return locating.length === 0 || locating.includes(label) === Boolean(locates);
};

/** Steps of one epoch; null before the first validation. */
export const stepsPerEpoch = (curves: Curves, task: Task): number | null => {
  const first = curves.get('epoch')?.find(([, epoch]) => epoch > 0);
  if (first) return first[0] / first[1];
  const { progress, length } = task;
  const epochs = epochsOf(task);
  if (epochs === 0) return null;
  if (progress?.phase === 'train' && progress.total > 0) return progress.total / epochs;
  // while the first validation runs nothing else says it
  return length && length.steps > 0 ? length.steps / epochs : null;
};

/** A curve over epochs instead of steps. */
export const overEpochs = (points: Points | undefined, perEpoch: number | null): Points =>
  perEpoch === null ? [] : (points ?? []).map(([step, value]) => [step / perEpoch, value] as const);

/** All of them; 0 where the training has none, and where its time has not become any yet. */
export const epochsOf = (task: Task): number => {
  const params = paramsOfStage(task);
  if (isReadyStage(params)) return 0;
  return task.length?.epochs ?? (params['length'] === 'time' ? 0 : Number(params['epochs'] ?? 0));
};

/** Of the stage that is being trained, or was last. */
export const paramsOfStage = ({
  stage,
  params,
  laterParams,
}: Pick<Task, 'stage' | 'params' | 'laterParams'>): Task['params'] =>
  stage && stage.index > 0 ? (laterParams[stage.index - 1] ?? {}) : params;

export interface TaskProgress {
  /** 0 … 1 of the whole work. */
  share: number;
  /** The epoch it is in, from 1; null for work without epochs. */
  epoch: number | null;
}

/**
 * What comes after the steps, and how much of the whole is done when it begins: its duration is unknown, so the bar stays
 * a little before its end until the version is there.
 */
const after = {
  remember: 0.95,
  calibrate: 0.96,
  export: 0.97,
  probe: 0.975,
  parity: 0.98,
  certify: 0.99,
} as const;
const stepsShare = 0.95;
const afterOf = ({ progress }: Pick<Task, 'progress'>): number | undefined =>
  (after as Readonly<Record<string, number>>)[progress?.phase ?? ''];

/** Where nothing is learned there are no steps: each phase has a part of the whole, and counts its images where it can. */
const readyParts: Readonly<Record<string, readonly [number, number]>> = {
  prepare: [0, 0.2],
  train: [0.2, 0.2],
  validate: [0.2, 0.6],
  export: [0.6, 0.7],
  parity: [0.7, 0.95],
  certify: [0.95, 0.98],
};
const readyShare = ({ progress }: Pick<Task, 'progress'>): number => {
  const [from, to] = readyParts[progress?.phase ?? ''] ?? [0, 0];
  return progress && progress.total > 0 ? from + ((to - from) * progress.done) / progress.total : from;
};

/** What runs when the steps of a training are done; null before. */
export const finishingPhase = (task: Pick<Task, 'progress' | 'state'>): keyof typeof after | null =>
  isAtWork(task.state) && afterOf(task) !== undefined ? (task.progress!.phase as keyof typeof after) : null;
const isAtWork = (state: TaskState): boolean => state === 'running' || state === 'completing';

/** Of a training that counts steps alone; between its own reports the curves say how far it came. */
const shareBySteps = ({ progress }: Task, curves: Curves): number => {
  if (progress?.phase === 'train' && progress.total > 0) return progress.done / progress.total;
  const [at, last] = [curves.get('epoch')?.at(-1)?.[0] ?? 0, curves.get('loss')?.at(-1)?.[0] ?? 0];
  return at > 0 && at >= last ? 1 : 0;
};

/** Of work that counts what it has done, and nothing else. */
export const countedStanding = ({ progress, state }: Task): TaskProgress => ({
  share: state === 'completed' ? 1 : progress && progress.total > 0 ? progress.done / progress.total : 0,
  epoch: null,
});

/** Without its curves a training that validates does not know how far it is. */
export const isTrainingCounted = (task: Task): boolean =>
  task.progress?.phase === 'train' || finishingPhase(task) !== null || isReadyStage(paramsOfStage(task));

/** Whether another stage waits for this one: how long that takes is not known yet, and what is left is of this one. */
export const hasMoreStages = ({ stage }: Pick<Task, 'stage'>): boolean =>
  stage !== null && stage.index + 1 < stage.count;

/** Each stage that is over took one attempt at least: what was paused or lost is counted in the stage that is at work. */
export const attemptOfStage = ({ attempt, stage }: Pick<Task, 'attempt' | 'stage'>): number =>
  attempt - (stage?.index ?? 0);

/** How the time left is said: of the whole, or of the stage that is at work. */
export const leftKey = (task: Pick<Task, 'stage'>) =>
  hasMoreStages(task) ? ('tasks.stageLeft' as const) : ('tasks.timeLeft' as const);

/** Of all stages: each takes an equal share of the whole, for how long the next ones take is not known. */
export const trainingStanding = (task: Task, curves: Curves): TaskProgress => {
  const own = stageStanding(task, curves);
  const { stage, state } = task;
  if (!stage || state === 'completed') return own;
  return { ...own, share: (stage.index + own.share) / stage.count };
};

const stageStanding = (task: Task, curves: Curves): TaskProgress => {
  const done = afterOf(task);
  const { progress, state } = task;
  const epochs = epochsOf(task);
  const lastEpoch = curves.get('epoch')?.at(-1)?.[1] ?? 0;
  if (state === 'completed') return { share: 1, epoch: lastEpoch || epochs };
  if (isReadyStage(paramsOfStage(task))) return { share: readyShare(task), epoch: null };
  if (done !== undefined) return { share: done, epoch: epochs === 0 ? null : lastEpoch || epochs };
  if (epochs === 0) return { share: stepsShare * shareBySteps(task, curves), epoch: null };
  if (progress?.phase === 'train' && progress.total > 0) {
    const share = progress.done / progress.total;
    return { share: stepsShare * share, epoch: Math.min(epochs, Math.floor(share * epochs) + 1) };
  }
  // Validating, paused or lost: the curves say how far the training came.
  const perEpoch = stepsPerEpoch(curves, task);
  const step = Math.max(curves.get('loss')?.at(-1)?.[0] ?? 0, curves.get('map50')?.at(-1)?.[0] ?? 0);
  if (perEpoch === null) return { share: 0, epoch: step > 0 ? 1 : null };
  const share = Math.min(1, step / (perEpoch * epochs));
  return { share: stepsShare * share, epoch: Math.max(1, Math.min(epochs, Math.ceil(step / perEpoch))) };
};

/** The best validation so far: the highest mAP50–95, and at which epoch. */
export const bestOf = (curves: Curves): { map50: number; epoch: number } | null => {
  const epochs = new Map(curves.get('epoch') ?? []);
  const map50 = new Map(curves.get('map50') ?? []);
  let best: { value: number; step: number } | null = null;
  for (const [step, value] of curves.get('map50_95') ?? []) {
    if (best === null || value >= best.value) best = { value, step };
  }
  const epoch = best && epochs.get(best.step);
  const value = best && map50.get(best.step);
  return typeof epoch === 'number' && typeof value === 'number' ? { map50: value, epoch } : null;
};

export const stageNames = ['snapshot', 'prepare', 'train', 'export', 'certify', 'version'] as const;
export type StageName = (typeof stageNames)[number];
export type StageState = 'done' | 'now' | 'paused' | 'failed' | 'off' | 'waiting';

const stageOfPhase: Readonly<Record<string, StageName>> = {
  prepare: 'prepare',
  train: 'train',
  validate: 'train',
  remember: 'export',
  calibrate: 'export',
  export: 'export',
  probe: 'export',
  parity: 'certify',
  certify: 'certify',
};
const marks: Partial<Record<TaskState, StageState>> = {
  failed: 'failed',
  stopped: 'off',
  canceled: 'off',
  paused: 'paused',
  pausing: 'now',
  queued: 'waiting',
};

/** The stages of a training with what became of each. */
export const stagesOf = (task: Task, certified: boolean | null): { name: StageName; state: StageState }[] => {
  if (task.state === 'completed') {
    return stageNames.map((name) => ({ name, state: name === 'certify' && certified === false ? 'failed' : 'done' }));
  }
  const phase = (task.state === 'failed' ? task.cause?.stage : null) ?? task.progress?.phase ?? '';
  const now = stageNames.indexOf(stageOfPhase[phase] ?? 'prepare');
  return stageNames.map((name, i) => ({
    name,
    state: i < now ? 'done' : i > now ? 'waiting' : (marks[task.state] ?? 'now'),
  }));
};

/** How many images have been looked at, before and after the steps of a training; null in between, where there are any. */
export const lookedAt = (task: Pick<Task, 'progress' | 'stage' | 'params' | 'laterParams'>) => {
  const { progress } = task;
  const hasNoSteps = isReadyStage(paramsOfStage(task));
  const counts = progress && (hasNoSteps || stageOfPhase[progress.phase ?? ''] !== 'train') && progress.total > 0;
  return counts ? { done: progress.done, total: progress.total } : null;
};

/** All curves as rows: one for each step, with a column for each curve; labels by name instead of number. */
export const curveRows = (curves: Curves, labels: readonly string[]): (string | number)[][] => {
  const names = [...curves.keys()].sort();
  const steps = [...new Set([...curves.values()].flatMap((points) => points.map(([step]) => step)))].sort(
    (a, b) => a - b,
  );
  const values = names.map((name) => new Map(curves.get(name)));
  const titles = names.map((name) => {
    const label = /^map50\/(\d+)$/.exec(name);
    return label ? `map50 ${labels[Number(label[1])] ?? label[1]}` : name;
  });
  return [['step', ...titles], ...steps.map((step) => [step, ...values.map((points) => points.get(step) ?? '')])];
};
