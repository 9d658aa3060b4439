/** The figures of a test as it was run, kept with it: lists show them without reading its predictions again. */
import { eq } from 'drizzle-orm';
import type { Db } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import type { Figures } from '../../predictions/index.ts';
import { task } from '../../tables/tasks.ts';
import { evaluateNow, ownThresholds } from './evaluate.ts';
import { testWhere } from './scope.ts';

/** In the row of its task. */
export interface TestResult {
  figures: Record<string, number | null>;
}

const isNumber = (entry: [string, unknown]): entry is [string, number | null] =>
  entry[1] === null || typeof entry[1] === 'number';

export async function writeFigures(db: Db, taskId: number, { summary }: Figures): Promise<void> {
  const result: TestResult = { figures: Object.fromEntries(Object.entries(summary).filter(isNumber)) };
  await db.update(task).set({ result }).where(eq(task.id, taskId));
}

/** A test whose figures cannot be worked out has its predictions all the same: who opens its result is told why. */
export async function keepFigures(services: Services, taskId: number): Promise<void> {
  try {
    const own = await testWhere(services, eq(task.id, taskId));
    if (!own || own.predicted === 0) return;
    const { figures } = await evaluateNow(services, own, ownThresholds(own));
    await writeFigures(services.db, taskId, figures);
  } catch (error) {
    services.log.warn({ taskId, error: String(error) }, 'the figures of a test were not kept');
  }
}
