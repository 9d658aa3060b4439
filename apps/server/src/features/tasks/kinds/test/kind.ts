/** Tests: the worker predicts their images, one test at a time, for the processes of inference are shared. */
import { progressText } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { Services } from '../../../../core/services.ts';
import type { Inference } from '../../../../inference/index.ts';
import { version } from '../../../../tables/models.ts';
import { task } from '../../../../tables/tasks.ts';
import type { WorkerKind } from '../../../../tasks-runner/kind.ts';
import type { TaskRow } from '../../../../tasks-runner/state.ts';
import { keepFigures } from '../../../results/index.ts';
import { runTest } from './run.ts';

/** "{set} {n} Analysis completed" of the specification; `n` is the version's number. */
async function announceAnalysis(services: Services, { id: taskId, projectId }: TaskRow): Promise<void> {
  const [row] = await services.db
    .select({ n: version.number })
    .from(task)
    .innerJoin(version, eq(version.id, task.versionId))
    .where(eq(task.id, taskId));
  if (!row) return;
  const { n } = row;
  const set = 'testing';
  const text = 'Analysis completed';
  const event = { type: 'analysis', msg: progressText(n, set, text), n, set, text, taskId } as const;
  await services.publish({ projectId }, event, { keep: true });
}

export const testKind = (inference: Inference): WorkerKind => ({
  by: 'worker',
  atOnce: 1,
  async run(services, row, { signal }) {
    const left = await runTest(services, inference, row, signal);
    if (left === undefined) await keepFigures(services, row.id);
    return left;
  },
  onCompleted: announceAnalysis,
});
