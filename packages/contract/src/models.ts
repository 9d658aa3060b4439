/** Models and their versions. */
import { z } from 'zod';
import { VersionAssessment } from './assessment.ts';
import {
  ById,
  Count,
  Description,
  Id,
  Name30,
  Name50,
  Nothing,
  SearchText,
  Sha256,
  Time,
  StoredName,
} from './core/fields.ts';
import { limits, locales } from './core/limits.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { route } from './core/route.ts';
import { DatasetRole, FamilyId, ModelType } from './families/ids.ts';
import { Deleted, DeletePreview } from './projects.ts';
import { Probes, Thresholds, VersionLabel } from './predictions/index.ts';

export const Model = z.object({
  id: Id,
  projectId: Id,
  projectName: z.string(),
  planName: StoredName,
  functionName: StoredName,
  type: ModelType,
  description: Description,
  versions: Count,
  latestVersionId: Id.nullable(),
  latestVersionNumber: Count.nullable(),
  /** Data sets that belong to the model, by their role; none where the project's own are used. */
  datasets: z.array(z.object({ id: Id, role: DatasetRole, images: Count })),
  openTasks: Count,
  createdBy: z.string(),
  createdAt: Time,
});
export type Model = z.infer<typeof Model>;
/** "plan / function" as one name. */
export const modelName = ({ planName, functionName }: Pick<Model, 'planName' | 'functionName'>): string =>
  `${planName} / ${functionName}`;

/** Proof that the engine and the server give the same verdict from the same file bytes. */
export const Certificate = z.object({
  v: z.literal(2),
  /** What was compared: its prediction type has the words. */
  prediction: z.string(),
  passed: z.boolean(),
  cases: Count,
  /** What was compared on both sides (boxes, or the one verdict of an image), and how much there must be at least. */
  compared: Count,
  minCompared: Count,
  /** The largest differences by the names that the prediction type gives them, and what is allowed (null: it was not noted). */
  deltas: z.array(z.object({ name: z.string(), largest: z.number(), tolerance: z.number().nullable() })),
  pixelsEqual: z.boolean(),
  formats: z.array(z.string()),
  failures: z.array(z.string()),
  runtime: z.string(),
  at: Time,
});
export type Certificate = z.infer<typeof Certificate>;

/** Whether all that is wrong is that there was too little to compare for a proof. */
export const comparedTooFew = ({ compared, minCompared, failures }: Certificate): boolean =>
  compared < minCompared && failures.length <= 1;

export const VersionState = z.enum(['ready', 'uncertified']);
export const Version = z.object({
  id: Id,
  modelId: Id,
  modelName: z.string(),
  number: Count,
  taskId: Id,
  /** The version that its training began with. */
  startVersion: z.object({ id: Id, number: Count }).nullable(),
  state: VersionState,
  /** Trained below the smallest size of the specification, though its images are larger. */
  trial: z.boolean(),
  labels: z.array(VersionLabel),
  thresholds: Thresholds,
  /** A person set them, where it was done there from this test; null while they are those of the training. */
  thresholdsFrom: z.object({ at: Time, testId: Id.nullable() }).nullable(),
  metrics: z.record(z.string(), z.union([z.number(), z.null()])),
  /** Of the whole chain, where the version has several stages; each stage has its own beside. */
  certificate: Certificate.nullable(),
  /** How good it is, as far as its validation can tell. */
  assessment: VersionAssessment,
  images: z.object({ train: Count, val: Count }),
  stages: z.array(
    z.object({
      ordinal: Count,
      recipe: z.string(),
      params: z.record(z.string(), z.unknown()),
      onnxSha256: Sha256,
      /** Hash of the weights themselves: equal trainings end with equal hashes. */
      weightsSha256: z.string().nullable(),
      certificate: Certificate.nullable(),
    }),
  ),
  createdAt: Time,
});
export type Version = z.infer<typeof Version>;

const permission = 'model/pageList';
const naming = { planName: Name50, functionName: Name30, description: Description.default('') };

export const models = {
  modelList: route({
    method: 'POST',
    path: 'model/pageList',
    permission,
    needs: 'view',
    input: pageInput(
      {
        projectId: Id.optional(),
        family: FamilyId.optional(),
        name: SearchText.optional(),
        type: ModelType.optional(),
      },
      ['planName', 'createdAt'],
    ),
    output: pageOf(Model),
    summary: 'Models',
  }),
  modelInfo: route({
    method: 'POST',
    path: 'model/info',
    permission,
    needs: 'view',
    input: ById,
    output: Model,
    summary: 'One model',
  }),
  modelAdd: route({
    method: 'POST',
    path: 'model/add',
    permission,
    needs: 'edit',
    input: z.object({
      projectId: Id,
      /** The first type of the project's family where it is left out. */
      type: ModelType.optional(),
      /** The labels that its data sets begin with are named in it. */
      language: z.enum(locales).default('en'),
      ...naming,
    }),
    output: Model,
    summary: 'Add a model',
  }),
  modelUpdate: route({
    method: 'POST',
    path: 'model/update',
    permission,
    needs: 'edit',
    input: ById.extend(naming),
    output: Model,
    summary: 'Rename or describe a model',
  }),
  modelDeletePreview: route({
    method: 'POST',
    path: 'model/deletePreview',
    permission,
    needs: 'edit',
    input: ById,
    output: DeletePreview,
    summary: 'What deleting the model would delete',
  }),
  modelDelete: route({
    method: 'POST',
    path: 'model/delete',
    permission,
    needs: 'edit',
    input: ById,
    output: Deleted,
    summary: 'Move a model with its versions and tasks to the bin',
  }),
  versionList: route({
    method: 'POST',
    path: 'model/version/pageList',
    permission,
    needs: 'view',
    input: pageInput(
      {
        modelId: Id.optional(),
        projectId: Id.optional(),
        family: FamilyId.optional(),
        state: VersionState.optional(),
        /** In the model's name, or the number of a version. */
        name: SearchText.optional(),
      },
      ['number', 'createdAt'],
    ),
    output: pageOf(Version),
    summary: 'Versions of a model, or all of your own',
  }),
  versionInfo: route({
    method: 'POST',
    path: 'model/version/info',
    permission,
    needs: 'view',
    input: ById,
    output: Version,
    summary: 'One version with its certificate',
  }),
  versionProbes: route({
    method: 'POST',
    path: 'model/version/probes',
    permission,
    needs: 'view',
    input: ById,
    /** Null: its training made none, as those of earlier releases. */
    output: z.object({ probes: Probes.nullable() }),
    summary: 'What a version found of test defects, with examples',
  }),
  versionThresholds: route({
    method: 'POST',
    path: 'model/version/thresholds',
    permission,
    needs: 'edit',
    /** `testId`: the test of this version that they were found with. */
    input: ById.extend({ thresholds: Thresholds, testId: Id.optional() }),
    output: Version,
    summary: 'Set the initial thresholds of later tests and online entries of a version',
  }),
  versionOnnx: route({
    method: 'GET',
    path: 'model/version/onnx',
    kind: 'binary',
    permission,
    needs: 'view',
    input: z.object({
      id: z.coerce.number().int().min(1).max(limits.idMax),
      stage: z.coerce.number().int().min(0).max(9).default(0),
    }),
    output: Nothing,
    summary: 'The ONNX file of a stage',
  }),
};
