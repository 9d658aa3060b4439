/** Versions: list, one with its stages and certificates, and the ONNX file of a stage. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  Certificate,
  recipes,
  type models as contract,
  type Page,
  type Parsed,
  type RecipeId,
  type Thresholds,
  type Version,
} from '@loupe/contract';
import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inReach } from '../../core/access.ts';
import { ofFamily, type Actor } from '../../core/actor.ts';
import { attachment } from '../../core/attachment.ts';
import type { Http } from '../../core/bind.ts';
import { AppError, found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { modelFileName } from '../../inference/hash.ts';
import { isTrial } from '../../families/trial.ts';
import { blob } from '../../tables/datasets.ts';
import { task } from '../../tables/tasks.ts';
import { assessmentOf, fewStepsOf } from './assessment.ts';
import { literally, modelName, ownModel, ownVersion } from './scope.ts';
import { model, snapshot, version, versionStage } from '../../tables/models.ts';

const start = alias(version, 'start');
const select = ({ db }: Services) =>
  db
    .select({
      row: version,
      modelName: modelName(),
      modelType: model.type,
      result: task.result,
      fewSteps: fewStepsOf(),
      train: snapshot.nTrain,
      val: snapshot.nVal,
      longestSide: snapshot.longestSide,
      startNumber: start.number,
    })
    .from(version)
    .innerJoin(model, eq(model.id, version.modelId))
    .innerJoin(snapshot, eq(snapshot.id, version.snapshotId))
    .leftJoin(task, eq(task.id, version.taskId))
    .leftJoin(start, eq(start.id, version.startVersionId))
    .$dynamic();
type Selected = Awaited<ReturnType<typeof select>>[number];
type StageRow = typeof versionStage.$inferSelect;

const isTrialOf = (stages: readonly StageRow[], longestSide: number | null): boolean =>
  stages.some(({ recipe, params }) =>
    isTrial(params as Record<string, unknown>, recipes[recipe as RecipeId].trialBelow, longestSide),
  );

const certificateOf = (stored: unknown): Certificate | null => Certificate.nullable().catch(null).parse(stored);

const stageOf = (row: StageRow): Version['stages'][number] => ({
  ordinal: row.ordinal,
  recipe: row.recipe,
  params: row.params as Record<string, unknown>,
  onnxSha256: row.onnxSha256,
  weightsSha256: row.weightsSha256,
  certificate: certificateOf(row.certificate),
});

const versionOf = (
  { row, modelName, modelType, result, fewSteps, train, val, longestSide, startNumber }: Selected,
  stages: readonly StageRow[],
): Version => ({
  id: row.id,
  modelId: row.modelId,
  modelName,
  number: row.number,
  taskId: row.taskId,
  startVersion: startNumber === null ? null : { id: row.startVersionId!, number: startNumber },
  state: row.state as Version['state'],
  trial: isTrialOf(stages, longestSide),
  labels: row.labels as Version['labels'],
  thresholds: row.thresholds as Thresholds,
  thresholdsFrom: row.thresholdsAt && { at: row.thresholdsAt.toISOString(), testId: row.thresholdsTestId },
  metrics: row.metrics as Version['metrics'],
  certificate: certificateOf(row.certificate),
  assessment: assessmentOf(
    modelType,
    { result, metrics: row.metrics, fewSteps },
    { train, val },
    stages[0]?.params as Record<string, unknown> | undefined,
  ),
  images: { train, val },
  stages: stages.map(stageOf),
  createdAt: row.createdAt.toISOString(),
});

async function withStages(services: Services, rows: readonly Selected[]): Promise<Version[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ row }) => row.id);
  const stages = await services.db
    .select()
    .from(versionStage)
    .where(inArray(versionStage.versionId, ids))
    .orderBy(asc(versionStage.ordinal));
  return rows.map((one) =>
    versionOf(
      one,
      stages.filter(({ versionId }) => versionId === one.row.id),
    ),
  );
}

const sorts = {
  number: [asc(version.number), asc(version.id)],
  '-number': [desc(version.number), desc(version.id)],
  createdAt: [asc(version.id)],
  '-createdAt': [desc(version.id)],
};

/** By the name of the model, or by the number: "v12", "12". */
function named({ db }: Services, name: string | undefined): SQL | undefined {
  if (!name) return undefined;
  const number = /^v?(\d{1,9})$/i.exec(name)?.[1];
  const models = db
    .select({ id: model.id })
    .from(model)
    .where(sql`${modelName()} ilike ${literally(name)}`);
  return or(inArray(version.modelId, models), number === undefined ? undefined : eq(version.number, Number(number)));
}

export async function listVersions(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['versionList']>,
): Promise<Page<Version>> {
  if (input.modelId !== undefined) await ownModel(services.db, actor, input.modelId);
  const where = and(
    inReach(actor, version.projectId),
    ofFamily(version.projectId, input.family),
    input.modelId === undefined ? undefined : eq(version.modelId, input.modelId),
    input.projectId === undefined ? undefined : eq(version.projectId, input.projectId),
    input.state === undefined ? undefined : eq(version.state, input.state),
    named(services, input.name),
  );
  const rows = await select(services)
    .where(where)
    .orderBy(...sorts[input.sort ?? '-createdAt'])
    .limit(input.pageSize)
    .offset((input.pageNum - 1) * input.pageSize);
  const total = await services.db.$count(version, where);
  return { list: await withStages(services, rows), total, pageNum: input.pageNum, pageSize: input.pageSize };
}

export async function versionInfo(services: Services, actor: Actor, id: number): Promise<Version> {
  const rows = await select(services).where(and(eq(version.id, id), inReach(actor, version.projectId)));
  const [one] = await withStages(services, rows);
  return found(one);
}

export async function sendOnnx(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['versionOnnx']>,
  { reply }: Http,
): Promise<null> {
  const row = await ownVersion(services.db, actor, input.id);
  const stages = await services.db.select().from(versionStage).where(eq(versionStage.versionId, row.id));
  const sha256 = found(stages.find(({ ordinal }) => ordinal === input.stage)).onnxSha256;
  const file = services.blobs.path(sha256);
  const there = await stat(file).catch(() => undefined);
  const [stored] = await services.db.select({ bytes: blob.bytes }).from(blob).where(eq(blob.sha256, sha256));
  if (!there || there.size !== stored?.bytes)
    throw new AppError('version.damaged', { code: 500, args: { model: modelFileName(sha256) } });
  const names = { plan: model.planName, of: model.functionName };
  const [name] = await services.db.select(names).from(model).where(eq(model.id, row.modelId));
  const { plan, of } = found(name);
  const suffix = stages.length > 1 ? `_stage_${input.stage + 1}` : '';
  void reply
    .type('application/octet-stream')
    .header('content-length', there.size)
    .header('content-disposition', attachment(`${plan}_${of}_version_${row.number}${suffix}.onnx`));
  await reply.send(createReadStream(file));
  return null;
}
