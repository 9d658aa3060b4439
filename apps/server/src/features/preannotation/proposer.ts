/** What proposes for the images of a pre-annotation: a version, or the examples of a search for what is similar. */
import { eq, inArray } from 'drizzle-orm';
import { limits } from '@loupe/contract';
import { boundsOf } from '@loupe/geometry';
import { v7 as newUuid } from 'uuid';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { predictorOf, stagesOfVersion, type Inference } from '../../inference/index.ts';
import { closeness } from '../../predictions/proposals.ts';
import { image } from '../../tables/datasets.ts';
import { model, version } from '../../tables/models.ts';
import type { TaskRow } from '../../tasks-runner/state.ts';
import { noVersion, type StoredProposal } from '../annotation/index.ts';
import { askTwice, causeFor } from '../tasks/index.ts';
import type { KeptExample, PreannotateParams } from './params.ts';
import { kindsOf, type Place } from './place.ts';
import {
  findSimilar,
  fromKept,
  keptFrom,
  KeptLearned,
  learn,
  leastExample,
  looksFor,
  shownFrom,
  toKeep,
  type Candidate,
  type Learned,
  type Looking,
} from './similar/index.ts';
import type { Made } from './replace.ts';
import { proposalsFor } from './store.ts';

export interface Wanted {
  imageId: number;
  sha256: string;
  name: string;
  width: number;
  height: number;
}
export interface Proposer {
  versionId: number;
  /** Labels that examples are searched for; left out: a version proposes. */
  searched?: readonly number[];
  /** `labels`: those that are live. Rejects with the cause where the image cannot be predicted. */
  propose: (one: Wanted, labels: PreannotateParams['labels']) => Promise<Made>;
}
interface Given {
  services: Services;
  inference: Inference;
  task: TaskRow;
  place: Place;
  params: PreannotateParams;
  signal: AbortSignal;
  warn: (code: string, file: string | null, args?: object) => Promise<void>;
  /** How far the learning is, in images that were looked at. */
  onLearning: (done: number, total: number) => Promise<void>;
  /** It is done: what was learned is kept with the task. */
  onLearned: (learned: KeptLearned) => Promise<void>;
}

export async function versionProposer(given: Pick<Given, 'services' | 'inference' | 'task' | 'params'>) {
  const { services, inference, task: of, params } = given;
  const [found] = await services.db
    .select({ labels: version.labels, stages: stagesOfVersion, type: model.type })
    .from(version)
    .innerJoin(model, eq(model.id, version.modelId))
    .where(eq(version.id, of.versionId ?? 0));
  if (!found) throw causeFor(new AppError('version.damaged', { args: { model: '' } }), '');
  try {
    const predictor = predictorOf(services, inference, { ...found, thresholds: params.thresholds });
    return (place: Place): Proposer => ({
      versionId: of.versionId!,
      propose: async ({ sha256, name }, labels) => {
        const source = { path: services.blobs.path(sha256) };
        const answer = await askTwice(() => predictor.predict({ source, name }), name);
        return proposalsFor(predictor, answer, { place, labels });
      },
    });
  } catch (error) {
    throw error instanceof AppError ? causeFor(error, '') : error;
  }
}

const boxOf = (points: readonly number[]) => {
  const [x, y, right, below] = boundsOf(points);
  return { x, y, width: right - x, height: below - y };
};

/** The example's own outline at the candidate's place. */
function drawnLike({ kind, points, parts }: KeptExample, { x, y, width, height }: Candidate) {
  const own = boxOf(points);
  const [across, down] = [width / own.width, height / own.height];
  const moved = points.map((value, i) => (i % 2 === 0 ? x + (value - own.x) * across : y + (value - own.y) * down));
  return { kind, points: moved, parts };
}

/** True for what says that an image cannot be read, or that the network fails on it. */
const isOfImage = (error: unknown): boolean =>
  error instanceof AppError && /^cause\.(?:data|inference)\./.test(error.key);

/** By what an earlier attempt learned, where one did. Examples are counted as the task has them. */
async function learned(given: Given, looking: Looking<Wanted>): Promise<Learned> {
  const before = KeptLearned.safeParse((given.task.result as { learned?: unknown } | null)?.learned);
  return before.success ? fromKept(before.data) : learnNow(given, looking);
}

async function learnNow({ services, params, warn, signal, ...on }: Given, looking: Looking<Wanted>): Promise<Learned> {
  const { examples, ordinary } = params.similar!;
  const ids = [...new Set([...examples.map(({ imageId }) => imageId), ...ordinary])];
  const rows = await services.db
    .select({
      imageId: image.id,
      sha256: image.sha256,
      name: image.name,
      width: image.width,
      height: image.height,
      deletedAt: image.deletedAt,
    })
    .from(image)
    .where(inArray(image.id, ids));
  const live = new Map(rows.filter(({ deletedAt }) => deletedAt === null).map((one) => [one.imageId, one]));
  const there = examples.flatMap((one, index) => (live.has(one.imageId) ? [{ ...one, index }] : []));
  const lost = examples.length - there.length;
  if (lost > 0) await warn('similar.exampleGone', null, { count: lost });
  const given = there.map(({ imageId, labelId, points }) => {
    const own = live.get(imageId)!;
    return { image: own, size: own, example: { labelId, box: boxOf(points) } };
  });
  const known = ordinary.flatMap((id) => live.get(id) ?? []).map((one) => ({ image: one, size: one }));
  // an image that says nothing of what is ordinary is said nothing of: it has its own turn later
  const patient: Looking<Wanted> = (one, look) => {
    signal.throwIfAborted();
    return looking(one, look).catch((error: unknown) => (isOfImage(error) ? [] : Promise.reject(error)));
  };
  const begin = performance.now();
  const result = await learn(given, known, patient, {
    onStep: on.onLearning,
    onUseless: ({ name }, why) => warn(`similar.${why}`, name, { pixels: leastExample }),
  });
  if (!result.heads.some(({ labelId }) => labelId !== null)) throw new AppError('cause.data.noExamples');
  const heads = result.heads.map((head) => ({ ...head, example: there[head.example]!.index }));
  const about = { seconds: (performance.now() - begin) / 1000, looks: looksFor(there.length, known.length) };
  await on.onLearned(toKeep({ ...result, heads }, about));
  return { ...result, heads };
}

/** Learns first, unless an earlier attempt has. */
export async function similarProposer(given: Given): Promise<Proposer> {
  const { services, inference, place, params } = given;
  const { examples } = params.similar!;
  const looking: Looking<Wanted> = async ({ sha256, name }, look) => {
    const source = { path: services.blobs.path(sha256) };
    return (await askTwice(() => inference.look({ source, name }, look), name)).tiles;
  };
  const what = await learned(given, looking);
  const kinds = kindsOf(place);
  return {
    versionId: noVersion,
    searched: params.labels.flatMap(({ labelId }) => labelId ?? []),
    propose: async (one, labels) => {
      const found = await findSimilar(what, { image: one, size: one }, looking, limits.proposalsPerImage);
      const live = new Map(labels.flatMap(({ name, labelId }) => (labelId === null ? [] : [[labelId, name] as const])));
      const items = found.flatMap((candidate): StoredProposal[] => {
        const { labelId, score } = candidate;
        const shape = drawnLike(examples[candidate.example]!, candidate);
        if (score < keptFrom || !live.has(labelId) || !kinds.includes(shape.kind)) return [];
        return [{ id: newUuid(), labelId, label: live.get(labelId)!, score, ...shape }];
      });
      return {
        items,
        leftOut: [],
        from: { common: shownFrom, byLabel: [] },
        uncertainty: Math.max(0, ...items.map(({ score }) => closeness(score, shownFrom))),
      };
    },
  };
}
