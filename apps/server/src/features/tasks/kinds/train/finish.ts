/** The end of a training: what the engine made is checked and stored, parity is certified, and a version is made. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { EngineReport, messages, messageText, type Certificate, type TaskProgress } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../../core/errors.ts';
import type { Services } from '../../../../core/services.ts';
import type { CertifyInput } from '../../../../inference/index.ts';
import { kindOf, ofToday } from '../../../../predictions/index.ts';
import { blob } from '../../../../tables/datasets.ts';
import { model, snapshot, version } from '../../../../tables/models.ts';
import { task, taskEvent } from '../../../../tables/tasks.ts';
import { tellProgress } from '../../../../tasks-runner/announce.ts';
import { Unusable } from '../../../../tasks-runner/finishing.ts';
import { causeOf, type AttemptRow } from '../../../../tasks-runner/outcome.ts';
import { engineFile, runFolder } from '../../../../tasks-runner/run-folder.ts';
import type { TaskRow } from '../../../../tasks-runner/state.ts';
import { assessmentOf, modelName } from '../../../models/index.ts';
import { makeVersion } from './make-version.ts';

/** Compares engine and server from file bytes to verdicts. */
export type Certify = (input: CertifyInput) => Promise<Certificate>;

interface Artefact {
  role: string;
  path: string;
  bytes: number;
  sha256: string;
}
const certifying: TaskProgress = { phase: 'certify', done: 0, total: 0, unit: '', etaSeconds: null };
const exportFailed = (why: string) => new Unusable(causeOf('export.failed', { why }));

async function artefactsOf(services: Services, { taskId, n }: AttemptRow): Promise<Map<string, Artefact>> {
  const rows = await services.db
    .select({ body: taskEvent.body })
    .from(taskEvent)
    .where(and(eq(taskEvent.taskId, taskId), eq(taskEvent.attempt, n), eq(taskEvent.kind, 'artefact')))
    .orderBy(taskEvent.id);
  return new Map(rows.map(({ body }) => [(body as Artefact).role, body as Artefact]));
}

/** Puts an artefact among the blobs after its hash was compared. */
async function store(services: Services, folder: string, artefact: Artefact | undefined, role: string) {
  if (!artefact) throw exportFailed(`the engine made no ${role}`);
  const file = await engineFile(services.config.data, folder, artefact.path);
  if (!file) throw exportFailed(`${role} lies outside the run folder`);
  const stored = await services.blobs.put(createReadStream(file)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? exportFailed(`${role} is missing`) : error;
  });
  if (stored.sha256 !== artefact.sha256) throw exportFailed(`the hash of ${role} is wrong`);
  await services.db
    .insert(blob)
    .values({ sha256: stored.sha256, bytes: stored.bytes, mime: 'application/octet-stream' })
    .onConflictDoNothing();
  return stored.sha256;
}

async function readReport(services: Services, folder: string, artefact: Artefact | undefined): Promise<EngineReport> {
  const file = artefact && (await engineFile(services.config.data, folder, artefact.path));
  if (!file) throw exportFailed('the engine made no report');
  try {
    return EngineReport.parse(ofToday(JSON.parse(await readFile(file, 'utf8')) as object));
  } catch (error) {
    throw exportFailed(`the report cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
}

/** The certificate, or why there is none: a model that hangs or breaks the limits is the model's fault. */
async function tryCertify(
  certify: Certify,
  input: CertifyInput,
): Promise<{ certificate: Certificate | null; why: string }> {
  try {
    const certificate = await certify(input);
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

/** Makes the version of a completed training: artefacts checked and stored, parity certified. */
export async function finishTraining(
  services: Services,
  certify: Certify,
  row: TaskRow,
  current: AttemptRow,
): Promise<void> {
  await tellProgress(services, row.id, certifying);
  const folder = runFolder(services.config.data, row.id, current.n);
  const artefacts = await artefactsOf(services, current);
  const report = await readReport(services, folder, artefacts.get('report'));
  const onnx = await store(services, folder, artefacts.get('onnx'), 'onnx');
  const weights = artefacts.get('best');
  const best = weights ? await store(services, folder, weights, 'best') : null;
  const kind = kindOf(report.prediction);
  const thresholds = kind.firstThresholds(report, row.params as Record<string, unknown>);
  const { certificate, why } = await tryCertify(certify, {
    onnxPath: services.blobs.path(onnx),
    sha256: onnx,
    report,
    runDir: folder,
    blobPath: services.blobs.path,
    settings: kind.settingsOf(thresholds),
  });
  const made = await makeVersion(services, {
    taskId: row.id,
    n: current.n,
    report,
    onnx,
    best,
    certificate,
    why,
    thresholds,
  });
  if (made) await announceVersion(services, row.id);
}
