/** One transaction: the version, its stage, and the end of the training that made it. */
import {
  cutText,
  comparedTooFew,
  isReadyStage,
  nextState,
  recipes,
  type Cause,
  type Certificate,
  type EngineReport,
  type RecipeId,
  type TaskState,
  type Thresholds,
  type VersionLabel,
} from '@loupe/contract';
import { eq, max, sql } from 'drizzle-orm';
import type { Services } from '../../../../core/services.ts';
import { predictionTypeOf } from '../../../../predictions/index.ts';
import { model, snapshot, version, versionProbes, versionStage } from '../../../../tables/models.ts';
import { wakeWorkers } from '../../../../tasks-runner/announce.ts';
import { lockLatest } from '../../../../tasks-runner/apply.ts';
import { addLines, type Line } from '../../../../tasks-runner/lines.ts';
import { moveTask } from '../../../../tasks-runner/state.ts';
import type { StageToTrain } from '../../stages.ts';

export interface Proof {
  certificate: Certificate | null;
  /** Why the certificate was not passed; '' when it was. */
  why: string;
}
export interface FinishedStage extends StageToTrain {
  report: EngineReport;
  /** Hash of the stored ONNX. */
  onnx: string;
  /** Hash of the stored file of weights. */
  best: string | null;
  proof: Proof;
  /** What its graph is proven with. */
  thresholds: Thresholds;
}
export interface Finished {
  taskId: number;
  n: number;
  /** Of the version: that of its only stage, or of the chain of all. */
  report: EngineReport;
  thresholds: Thresholds;
  stages: readonly FinishedStage[];
  /** Of all stages together; null where there is one. */
  chain: Proof | null;
}

/** The first that was not passed: one stage without proof is none of the whole. */
const failedProof = ({ stages, chain }: Finished): Proof | undefined =>
  [...stages.map(({ proof }) => proof), ...(chain ? [chain] : [])].find(({ certificate }) => !certificate?.passed);

function linesOf(finished: Finished, number: number): Line[] {
  const made: Line = { seq: 0, kind: 'version', body: { number } };
  const failed = failedProof(finished);
  if (!failed) return [made];
  const cause = causeOfProof(
    failed,
    failed === finished.chain,
    finished.stages.every(({ params }) => isReadyStage(params)),
  );
  return [made, { seq: 0, kind: 'warning', body: { ...cause, file: null } }];
}

/**
 * What differs is for whoever runs the machine; a network that finds too little can be trained longer. Of a chain only images
 * are compared whose parts are beyond doubt: where there is none, it is the first stage that has to learn.
 */
export function causeOfProof(
  { certificate, why }: Proof,
  isChain: boolean,
  isReady = false,
): Pick<Cause, 'code' | 'args'> {
  if (!certificate || !comparedTooFew(certificate)) return { code: 'parity.failed', args: { why: cutText(why, 500) } };
  if (isChain && certificate.cases === 0) return { code: 'parity.partsUnclear', args: {} };
  return {
    code: isReady ? 'parity.tooFewReady' : 'parity.tooFew',
    args: { count: certificate.compared, least: certificate.minCompared },
  };
}

/** The new version, or undefined when there is one already or the task no longer waits for it. */
export async function makeVersion(
  services: Services,
  finished: Finished,
): Promise<{ id: number; number: number } | undefined> {
  const { taskId, n, report, stages, chain } = finished;
  const predictionType = predictionTypeOf(report.prediction);
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
    const locating = stages.flatMap(({ recipe, params }) => recipes[recipe as RecipeId].locates?.(params) ?? []);
    const labels = (frozen!.classes as VersionLabel[]).map(({ name, color }) => ({
      name,
      color,
      ...(locating.includes(name) ? { locates: true } : {}),
    }));
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
        metrics: predictionType.metricsOf(report),
        scores: predictionType.scoresOf(report),
        certificate: chain?.certificate ?? null,
        state: failedProof(finished) ? 'uncertified' : 'ready',
      })
      .onConflictDoNothing({ target: version.taskId })
      .returning({ id: version.id, number: version.number });
    if (!made) return undefined;
    const probes = predictionType.probesOf?.(report);
    if (probes) await tx.insert(versionProbes).values({ versionId: made.id, probes });
    await tx.insert(versionStage).values(
      stages.map((stage, ordinal) => ({
        versionId: made.id,
        ordinal,
        recipe: stage.recipe,
        params: stage.params,
        paramsV: stage.paramsV,
        onnxSha256: stage.onnx,
        weightsSha256: stage.report.weights_sha256,
        bestSha256: stage.best,
        certificate: stage.proof.certificate,
      })),
    );
    await addLines(tx, taskId, n, linesOf(finished, number));
    const { kept, epochs_done, metrics } = report;
    const result = { kept, epochsDone: epochs_done, weightsSha256: report.weights_sha256, metrics };
    await moveTask(tx, row, 'completed', { versionId: made.id, result, systemFaults: 0 });
    await wakeWorkers(tx);
    return made;
  });
}
