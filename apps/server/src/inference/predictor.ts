/** From the networks of a version to a prediction: the one place that knows which files run, in which order, and what each is given. */
import { modelTypeOf, recipes, type PredictionType, type RecipeId, type Thresholds } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { AppError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { chainOf, type Chain, type ChainStage, type RegionPrediction } from '../families/index.ts';
import { predictionTypeOfModel, type Labels, type PredictionTypeDef, type Settings } from '../predictions/index.ts';
import { version } from '../tables/models.ts';
import type { Inference, InferenceAnswer, InferenceRequest } from './pool.ts';

/** A trained network of a version. */
interface Stage {
  recipe: string;
  params: Record<string, unknown>;
  /** Hash of the model file. */
  onnx: string;
}
/** The networks of a version in their order, for a query that has `version` joined. */
export const stagesOfVersion = sql<
  Stage[] | null
>`(select json_agg(json_build_object('recipe', s.recipe, 'params', s.params, 'onnx', s.onnx_sha256)
  order by s.ordinal) from version_stage s where s.version_id = ${version.id})`;

export interface VersionRow {
  /** Of its model. */
  type: string;
  stages: Stage[] | null;
  labels: unknown;
  /** The version's own, or those that a test or an online entry has set. */
  thresholds: unknown;
}

/** `signal`: nothing more is asked for once it aborts. */
export type Asked = Pick<InferenceRequest, 'source' | 'name' | 'pixelsMax' | 'by' | 'hashPixels'> & {
  signal?: AbortSignal;
};

export interface Predictor {
  predictionType: PredictionTypeDef;
  thresholds: Thresholds;
  predict: (asked: Asked) => Promise<InferenceAnswer>;
}

/** A network as a file. */
export interface Network extends Omit<ChainStage, 'ordinal'> {
  onnxPath: string;
  sha256: string;
}

type Model = Pick<InferenceRequest, 'onnxPath' | 'sha256' | 'prediction' | 'settings'>;
const modelOf = ({ onnxPath, sha256 }: Network, prediction: PredictionType, settings: Settings): Model => ({
  onnxPath,
  sha256,
  prediction,
  settings,
});

/** Says of which stage the file is that is gone or damaged: of several only the number means something to a person. */
const ofStage = <T>(stage: number, asking: Promise<T>): Promise<T> =>
  asking.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.key !== 'version.damaged') throw error;
    throw new AppError('version.stageDamaged', { args: { ...error.args, stage: stage + 1 } });
  });

const added = (a: InferenceAnswer['ms'], b: InferenceAnswer['ms']): InferenceAnswer['ms'] => ({
  load: a.load + b.load,
  decode: a.decode + b.decode,
  model: a.model + b.model,
});

/**
 * Asks one network after the other, each where the one before it found something. A fault or an abort ends the whole: there is
 * no half a prediction. The image stays decoded from stage to stage where the process of the one before is free. `atLast`: settings of the last network other than the chain's.
 */
export async function predictChain(
  inference: Inference,
  chain: Chain,
  networks: readonly Network[],
  thresholds: Thresholds,
  { signal, ...asked }: Asked,
  atLast: Settings = {},
): Promise<InferenceAnswer> {
  const stages = networks.map((network, ordinal) => {
    const stage: ChainStage = { ordinal, recipe: network.recipe, params: network.params };
    const gives = recipes[network.recipe as RecipeId].prediction;
    const own = ordinal === networks.length - 1 ? atLast : {};
    return { stage, model: modelOf(network, gives, { ...chain.settingsOf(stage, thresholds), ...own }) };
  });
  const [first, ...others] = stages;
  signal?.throwIfAborted();
  const { prediction, ...seen } = await ofStage(
    0,
    inference.run({ ...first!.model, ...asked, keep: others.length > 0 }),
  );
  const { width, height } = seen;
  const found: RegionPrediction[][] = [[{ region: { x: 0, y: 0, width, height }, prediction }]];
  let { ms } = seen;
  for (const [i, { stage, model }] of others.entries()) {
    signal?.throwIfAborted();
    const regions = chain.regionsOf(stage, found.at(-1)!, { width, height });
    if (regions.length === 0) break;
    const keep = i < others.length - 1;
    const asking = inference.runRegions({ ...model, ...asked, hashPixels: false, keep }, regions);
    const answer = await ofStage(stage.ordinal, asking); // oxlint-disable-line no-await-in-loop
    found.push(regions.map((region, at) => ({ region, prediction: answer.predictions[at]! })));
    ms = added(ms, answer.ms);
  }
  const { stage, model } = stages.at(-1)!;
  const last = { stage, settings: model.settings };
  return { ...seen, ms, prediction: chain.merge(found, { width, height }, last) };
}

/** The first stage of the model type, from 1, that a version does not have; 0 where it has them all and no other. */
function missingStage(type: string, networks: readonly Network[]): number {
  const wanted = modelTypeOf(type)?.stages ?? [];
  if (networks.length === wanted.length && networks.length > 0) return 0;
  return wanted.findIndex((recipe, i) => networks[i]?.recipe !== recipe) + 1 || wanted.length + 1;
}

/** Refuses what lacks a network: those that are left would judge, and judge wrongly. */
export function predictorOf({ blobs }: Services, inference: Inference, row: VersionRow): Predictor {
  const predictionType = predictionTypeOfModel(row.type);
  const thresholds = predictionType.parseThresholds(row.thresholds);
  const networks = (row.stages ?? []).map(({ recipe, params, onnx }): Network => ({
    recipe,
    params,
    onnxPath: blobs.path(onnx),
    sha256: onnx,
  }));
  const [first, ...more] = networks;
  const missing = missingStage(row.type, networks);
  if (!first || missing > 0) throw new AppError('version.stageMissing', { args: { stage: missing } });
  const finished = (answer: InferenceAnswer): InferenceAnswer => ({
    ...answer,
    prediction: predictionType.finish?.(answer.prediction, thresholds, row.labels as Labels) ?? answer.prediction,
  });
  if (more.length > 0) {
    const chain = chainOf(row.type);
    return {
      predictionType,
      thresholds,
      predict: async (asked) => finished(await predictChain(inference, chain, networks, thresholds, asked)),
    };
  }
  const model = {
    ...modelOf(first, predictionType.type, predictionType.settingsOf(thresholds)),
    classes: (row.labels as unknown[]).length,
  };
  return {
    predictionType,
    thresholds,
    predict: async ({ signal, ...asked }) => {
      signal?.throwIfAborted();
      return finished(await inference.run({ ...model, ...asked }));
    },
  };
}
