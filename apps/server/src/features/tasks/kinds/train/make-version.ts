/** One transaction: the version, its stage, and the end of the training that made it. */
import { nextState, type Certificate, type EngineReport, type TaskState, type Thresholds } from '@loupe/contract';
import { eq, max, sql } from 'drizzle-orm';
import type { Services } from '../../../../core/services.ts';
import { kindOf } from '../../../../predictions/index.ts';
import { model, snapshot, version, versionStage } from '../../../../tables/models.ts';
import { wakeWorkers } from '../../../../tasks-runner/announce.ts';
import { lockLatest } from '../../../../tasks-runner/apply.ts';
import { addLines, type Line } from '../../../../tasks-runner/lines.ts';
import { moveTask } from '../../../../tasks-runner/state.ts';

export interface Finished {
  taskId: number;
  n: number;
  report: EngineReport;
  /** Hash of the stored ONNX. */
  onnx: string;
  /** Hash of the stored file of weights. */
  best: string | null;
  certificate: Certificate | null;
  /** Why the certificate was not passed; '' when it was. */
  why: string;
  thresholds: Thresholds;
}

function linesOf(finished: Finished, number: number): Line[] {
  const made: Line = { seq: 0, kind: 'version', body: { number } };
  if (finished.certificate?.passed) return [made];
  const body = { code: 'parity.failed', args: { why: finished.why.slice(0, 500) }, file: null };
  return [made, { seq: 0, kind: 'warning', body }];
}

/** The new version, or undefined when there is one already or the task no longer waits for it. */
export async function makeVersion(
  services: Services,
  finished: Finished,
): Promise<{ id: number; number: number } | undefined> {
  const { taskId, n, report, certificate } = finished;
  const kind = kindOf(report.prediction);
  return services.db.transaction(async (tx) => {
    const locked = await lockLatest(tx, taskId);
    if (!locked || locked.current.n !== n) return undefined;
    const { row } = locked;
    // stopped meanwhile
    if (nextState(row.state as TaskState, 'completed') === undefined) return undefined;
    const modelId = row.modelId!;
    // numbers of one model are given one after the other
    await tx.execute(sql`select 1 from ${model} where ${model.id} = ${modelId} for update`);
    const [last] = await tx
      .select({ number: max(version.number) })
      .from(version)
      .where(eq(version.modelId, modelId));
    const [frozen] = await tx.select().from(snapshot).where(eq(snapshot.id, row.snapshotId!));
    const number = (last?.number ?? 0) + 1;
    const labels = (frozen!.classes as { name: string; color: string }[]).map(({ name, color }) => ({ name, color }));
    const [made] = await tx
      .insert(version)
      .values({
        modelId,
        projectId: row.projectId,
        number,
        taskId,
        snapshotId: row.snapshotId!,
        startVersionId: row.startVersionId,
        labels,
        thresholds: finished.thresholds,
        metrics: kind.metricsOf(report),
        scores: kind.scoresOf(report),
        state: certificate?.passed ? 'ready' : 'uncertified',
      })
      .onConflictDoNothing({ target: version.taskId })
      .returning({ id: version.id, number: version.number });
    if (!made) return undefined;
    await tx.insert(versionStage).values({
      versionId: made.id,
      ordinal: 0,
      recipe: row.recipe!,
      params: row.params,
      paramsV: row.paramsV,
      onnxSha256: finished.onnx,
      weightsSha256: report.weights_sha256,
      bestSha256: finished.best,
      certificate,
    });
    await addLines(tx, taskId, n, linesOf(finished, number));
    const { kept, epochs_done, metrics } = report;
    const result = { kept, epochsDone: epochs_done, weightsSha256: report.weights_sha256, metrics };
    await moveTask(tx, row, 'completed', { versionId: made.id, result, systemFaults: 0 });
    await wakeWorkers(tx);
    return made;
  });
}
