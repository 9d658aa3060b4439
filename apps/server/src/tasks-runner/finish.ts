/** After the engine has completed: artefacts checked and stored, parity certified, version made. Survives a restart. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import {
  EngineReport,
  liveStates,
  reportLimits,
  type Cause,
  type Certificate,
  type TaskProgress,
} from '@loupe/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { AppError } from '../core/errors.ts';
import { isSameProcess, startTimeOf } from '../core/process-identity.ts';
import type { Services } from '../core/services.ts';
import { kindOf } from '../predictions/index.ts';
import { blob } from '../tables/datasets.ts';
import { attempt, task, taskEvent } from '../tables/tasks.ts';
import type { CertifyInput } from '../inference/index.ts';
import { announceTask, announceVersion } from './announce.ts';
import { lease, lockLatest } from './apply.ts';
import { addLines } from './lines.ts';
import { makeVersion } from './make-version.ts';
import { causeOf, type AttemptRow } from './outcome.ts';
import type { RunnerParts } from './parts.ts';
import { engineFile, runFolder } from './run-folder.ts';
import { moveTask, type TaskRow } from './state.ts';

interface Artefact {
  role: string;
  path: string;
  bytes: number;
  sha256: string;
}
/** A result that cannot become a version; the training fails with this cause. */
class Unusable extends Error {
  readonly why: Cause;
  constructor(why: Cause) {
    super(why.code);
    this.why = why;
  }
}
const certifying: TaskProgress = { phase: 'certify', done: 0, total: 0, unit: '', etaSeconds: null };
const exportFailed = (why: string) => new Unusable(causeOf('export.failed', { why }));

/** A lease that ends later than any can was given before the clock was set back. */
const isFree = sql<boolean>`(${attempt.leaseUntil} < clock_timestamp()
  or ${attempt.leaseUntil} > clock_timestamp() + make_interval(secs => ${2 * reportLimits.leaseSeconds}))`;

/** A completed training whose version nobody is making: its finisher's lease ran out, or its process is gone. */
export async function claimFinish(services: Services): Promise<AttemptRow | undefined> {
  const host = hostname();
  const rows = await services.db
    .select({ current: attempt, free: isFree })
    .from(task)
    .innerJoin(attempt, eq(attempt.taskId, task.id))
    .where(
      and(
        inArray(task.state, [...liveStates]),
        eq(task.kind, 'train'),
        eq(attempt.endedAs, 'completed'),
        sql`${attempt.n} = (select max(n) from ${attempt} a where a.task_id = ${task.id})`,
      ),
    );
  for (const { current, free } of rows) {
    const gone = current.host === host && current.pid !== null && !isSameProcess(current.pid, current.pidStart ?? '');
    if (!free && !gone) continue;
    const [mine] = await services.db
      .update(attempt)
      .set({ host, pid: process.pid, pidStart: startTimeOf(process.pid), leaseUntil: lease as unknown as Date })
      .where(
        and(
          eq(attempt.taskId, current.taskId),
          eq(attempt.n, current.n),
          // as it was seen: of two that look at the same time one finds it changed
          sql`${attempt.leaseUntil} = ${current.leaseUntil} and ${attempt.pid} is not distinct from ${current.pid}`,
        ),
      )
      .returning();
    if (mine) return mine;
  }
  return undefined;
}

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
    return EngineReport.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw exportFailed(`the report cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
}

/** The certificate, or why there is none: a model that hangs or breaks the limits is the model's fault. */
async function tryCertify(
  parts: RunnerParts,
  input: CertifyInput,
): Promise<{ certificate: Certificate | null; why: string }> {
  try {
    const certificate = await parts.certify(input);
    return { certificate, why: certificate.passed ? '' : (certificate.failures[0] ?? '') };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { certificate: null, why: `${error.key} ${JSON.stringify(error.args)}` };
  }
}

async function finish(services: Services, parts: RunnerParts, row: TaskRow, current: AttemptRow): Promise<void> {
  const folder = runFolder(services.config.data, row.id, current.n);
  const artefacts = await artefactsOf(services, current);
  const report = await readReport(services, folder, artefacts.get('report'));
  const onnx = await store(services, folder, artefacts.get('onnx'), 'onnx');
  const weights = artefacts.get('best');
  const best = weights ? await store(services, folder, weights, 'best') : null;
  const kind = kindOf(report.prediction);
  const thresholds = kind.firstThresholds(report, row.params as Record<string, unknown>);
  const { certificate, why } = await tryCertify(parts, {
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
  if (!made) return;
  await announceVersion(services, row.id);
}

async function fail(services: Services, { taskId, n }: AttemptRow, cause: Cause): Promise<void> {
  await services.db.transaction(async (tx) => {
    const locked = await lockLatest(tx, taskId);
    if (!locked || locked.current.n !== n) return;
    await addLines(tx, taskId, n, [{ seq: 0, kind: 'fault', body: { ...cause } }]);
    await moveTask(tx, locked.row, 'failed', { cause });
  });
}

/** Makes the version of one completed training. A fault of the system leaves it to the next try. */
export async function finishTraining(services: Services, parts: RunnerParts, current: AttemptRow): Promise<void> {
  const { taskId, n } = current;
  const renew = () =>
    services.db
      .update(attempt)
      .set({ leaseUntil: lease as unknown as Date })
      .where(and(eq(attempt.taskId, taskId), eq(attempt.n, n), eq(attempt.pid, process.pid)));
  const beat = setInterval(() => void renew().catch(() => undefined), (reportLimits.leaseSeconds * 1000) / 3);
  try {
    const [row] = await services.db.select().from(task).where(eq(task.id, taskId));
    if (!row) return;
    await services.db.update(task).set({ progress: certifying }).where(eq(task.id, taskId));
    await announceTask(services, taskId, false);
    await finish(services, parts, row, current);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    await fail(services, current, error.why);
  } finally {
    clearInterval(beat);
  }
  await announceTask(services, taskId, true);
}
