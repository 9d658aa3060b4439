/** From a version's row to a prediction: the one place that knows which files a version runs and what its graph is given. */
import type { Thresholds } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { AppError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { kindOfModel, type PredictionKind } from '../predictions/index.ts';
import { version } from '../tables/models.ts';
import type { Inference, InferenceAnswer, InferenceRequest } from './pool.ts';

/** A trained network of a version. */
interface Stage {
  recipe: string;
  /** Hash of the model file. */
  onnx: string;
}
/** The networks of a version in their order, for a query that has `version` joined. */
export const stagesOfVersion = sql<
  Stage[] | null
>`(select json_agg(json_build_object('recipe', s.recipe, 'onnx', s.onnx_sha256)
  order by s.ordinal) from version_stage s where s.version_id = ${version.id})`;

export interface VersionRow {
  /** Of its model. */
  type: string;
  stages: Stage[] | null;
  labels: unknown;
  /** The version's own, or those that a test or an online entry has set. */
  thresholds: unknown;
}

type Asked = Pick<InferenceRequest, 'source' | 'name' | 'pixelsMax' | 'by'>;

export interface Predictor {
  kind: PredictionKind;
  thresholds: Thresholds;
  predict: (asked: Asked) => Promise<InferenceAnswer>;
}

/** Refuses with `version.damaged` what has not exactly one network: more than one is not run yet. */
export function predictorOf({ blobs }: Services, inference: Inference, row: VersionRow): Predictor {
  const kind = kindOfModel(row.type);
  const thresholds = kind.parseThresholds(row.thresholds);
  const [stage, ...more] = row.stages ?? [];
  if (!stage || more.length > 0) throw new AppError('version.damaged', { args: { model: '' } });
  const model = {
    onnxPath: blobs.path(stage.onnx),
    sha256: stage.onnx,
    prediction: kind.type,
    settings: kind.settingsOf(thresholds),
    classes: (row.labels as unknown[]).length,
  };
  return { kind, thresholds, predict: (asked) => inference.run({ ...model, ...asked }) };
}
