/** The end of a training: what the engine made is checked and stored, parity is certified, and a version is made. */
import {
  messages,
  messageText,
  recipes,
  type Certificate,
  type EngineReport,
  type RecipeId,
  type TaskProgress,
  type Thresholds,
} from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { AppError } from '../../../../core/errors.ts';
import type { Services } from '../../../../core/services.ts';
import type { CaseInput, CertifyChainInput, CertifyInput } from '../../../../inference/index.ts';
import { predictionTypeOf } from '../../../../predictions/index.ts';
import { model, snapshot, version } from '../../../../tables/models.ts';
import { task } from '../../../../tables/tasks.ts';
import { saveProgress, wakeWorkers } from '../../../../tasks-runner/announce.ts';
import { lockLatest } from '../../../../tasks-runner/apply.ts';
import type { AttemptRow } from '../../../../tasks-runner/outcome.ts';
import { runFolder } from '../../../../tasks-runner/run-folder.ts';
import { moveTask, type TaskRow, type TaskRun } from '../../../../tasks-runner/state.ts';
import { assessmentOf, fewStepsOf, modelName } from '../../../models/index.ts';
import { completedAttempts, stagesOf, type StageToTrain } from '../../stages.ts';
import { artefactsOf, exportFailed, graphLeft, readReport, store } from './artefacts.ts';
import { makeVersion, type FinishedStage, type Proof } from './make-version.ts';

/** Compares engine and server from file bytes to verdicts: of one network, and of all of them together. */
export interface Certify {
  stage: (input: CertifyInput) => Promise<Certificate>;
  chain: (input: CertifyChainInput) => Promise<Certificate>;
}

const certifying: TaskProgress = { phase: 'certify', done: 0, total: 0, unit: '', etaSeconds: null };

/** The certificate, or why there is none: a model that hangs or breaks the limits is the model's fault. */
async function proofOf(certify: () => Promise<Certificate>): Promise<Proof> {
  try {
    const certificate = await certify();
    return { certificate, why: certificate.passed ? '' : (certificate.failures[0] ?? '') };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { certificate: null, why: `${error.key} ${JSON.stringify(error.args)}` };
  }
}

/** What a training made and how good it is, to the person who started it. */
async function announceVersion(services: Services, taskId: number): Promise<void> {
  const [row] = await services.db
    .select({
      userId: task.createdBy,
      result: task.result,
      fewSteps: fewStepsOf(),
      metrics: version.metrics,
      n: version.number,
      name: modelName(),
      type: model.type,
      train: snapshot.nTrain,
      val: snapshot.nVal,
    })
    .from(task)
    .innerJoin(version, eq(version.id, task.versionId))
    .innerJoin(model, eq(model.id, version.modelId))
    .innerJoin(snapshot, eq(snapshot.id, version.snapshotId))
    .where(eq(task.id, taskId));
  if (!row) return;
  const { level } = assessmentOf(row.type, row, row);
  const text = (locale: 'zh' | 'en') =>
    messageText('training.completed', locale, {
      model: row.name,
      n: row.n,
      level: messages[`assessment.level.${level}`][locale],
    });
  await services.publish({ userId: row.userId }, { type: 'message', cn: text('zh'), en: text('en') }, { keep: true });
}

/** What proves a report: its cases, and the thresholds that a version of it begins with. */
function proofInput(
  services: Services,
  { taskId, n }: AttemptRow,
  report: EngineReport,
  params: StageToTrain['params'],
) {
  const predictionType = predictionTypeOf(report.prediction);
  const thresholds: Thresholds = predictionType.firstThresholds(report, params);
  const input: CaseInput = {
    report,
    runDir: runFolder(services.config.data, taskId, n),
    blobPath: services.blobs.path,
    settings: predictionType.settingsOf(thresholds),
  };
  return { thresholds, input };
}

async function finishStage(
  services: Services,
  certify: Certify,
  stage: StageToTrain,
  completed: AttemptRow,
): Promise<FinishedStage> {
  const folder = runFolder(services.config.data, completed.taskId, completed.n);
  const artefacts = await artefactsOf(services, completed);
  const report = await readReport(services, folder, artefacts.get('report'));
  const onnx = await store(services, folder, artefacts.get('onnx'), 'onnx');
  const weights = artefacts.get('best');
  const best = weights ? await store(services, folder, weights, 'best') : null;
  const { input, thresholds } = proofInput(services, completed, report, stage.params);
  const onnxPath = services.blobs.path(onnx);
  const proof = await proofOf(() => certify.stage({ ...input, onnxPath, sha256: onnx }));
  return { ...stage, report, onnx, best, proof, thresholds };
}

/** With the parameters that its training chose: the version has to use the very same. */
function withChosen(stage: FinishedStage, { thresholds }: EngineReport): FinishedStage {
  const { chosen } = recipes[stage.recipe as RecipeId];
  return chosen ? { ...stage, params: chosen(stage.params, thresholds) } : stage;
}

/** What all stages of a version give together: the report that the last one wrote of their chain, and its proof. */
async function finishChain(
  services: Services,
  certify: Certify,
  modelType: string,
  trained: readonly FinishedStage[],
  last: AttemptRow,
): Promise<{ report: EngineReport; thresholds: Thresholds; proof: Proof; stages: readonly FinishedStage[] }> {
  const folder = runFolder(services.config.data, last.taskId, last.n);
  const report = await readReport(services, folder, (await artefactsOf(services, last)).get('chain'));
  const stages = trained.map((stage, i) => (i < trained.length - 1 ? stage : withChosen(stage, report)));
  const { input, thresholds } = proofInput(services, last, report, stages.at(-1)!.params);
  const networks = stages.map(({ recipe, params, onnx }) => ({
    recipe,
    params,
    onnxPath: services.blobs.path(onnx),
    sha256: onnx,
  }));
  const proof = await proofOf(() => certify.chain({ ...input, modelType, networks, thresholds }));
  return { report, thresholds, proof, stages };
}

/** A stage is trained and another waits: the task queues for it. A request to complete was about the stage that ended. */
async function queueNextStage(services: Services, { taskId, n }: AttemptRow): Promise<void> {
  await services.db.transaction(async (tx) => {
    const locked = await lockLatest(tx, taskId);
    if (!locked || locked.current.n !== n) return;
    // the next stage has a length of its own, which only its engine knows
    const { length: _, ...run } = (locked.row.run ?? {}) as TaskRun;
    await moveTask(tx, locked.row, 'requeue', {
      desired: 'run',
      systemFaults: 0,
      notBefore: null,
      progress: null,
      run,
    });
    await wakeWorkers(tx);
  });
}

/** Makes the version of a completed training: artefacts checked and stored, parity certified. */
export async function finishTraining(
  services: Services,
  certify: Certify,
  row: TaskRow,
  current: AttemptRow,
): Promise<void> {
  const stages = stagesOf(row);
  const completed = await completedAttempts(services, row.id);
  if (completed.length < stages.length) {
    // here, where the attempt can still be told: a stage that leaves no graph would be trained again and again
    if (!(await graphLeft(services, current))) throw exportFailed('the engine made no whole onnx');
    await queueNextStage(services, current);
    return;
  }
  const trained = [...completed.slice(0, stages.length - 1), current];
  await saveProgress(services, row.id, certifying);
  const finished: FinishedStage[] = [];
  for (const [i, stage] of stages.entries()) {
    finished.push(await finishStage(services, certify, stage, trained[i]!)); // oxlint-disable-line no-await-in-loop
  }
  const [only] = finished;
  const [owner] = await services.db.select({ type: model.type }).from(model).where(eq(model.id, row.modelId!));
  const chain = finished.length > 1 ? await finishChain(services, certify, owner!.type, finished, current) : undefined;
  const { report, thresholds } = chain ?? only!;
  const made = await makeVersion(services, {
    taskId: row.id,
    n: current.n,
    report,
    thresholds,
    stages: chain?.stages ?? finished,
    chain: chain?.proof ?? null,
  });
  if (made) await announceVersion(services, row.id);
}
