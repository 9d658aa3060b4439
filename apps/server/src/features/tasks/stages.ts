/** The stages of a training: one attempt after the other, each until its stage is trained; the last makes the version. */
import { and, asc, eq } from 'drizzle-orm';
import type { Services } from '../../core/services.ts';
import { attempt } from '../../tables/tasks.ts';
import type { AttemptRow } from '../../tasks-runner/outcome.ts';
import type { TaskRow } from '../../tasks-runner/state.ts';

export interface StageToTrain {
  recipe: string;
  params: Record<string, unknown>;
  paramsV: number;
}

export const stagesOf = ({ recipe, params, paramsV, laterStages }: TaskRow): StageToTrain[] => [
  { recipe: recipe!, params: params as Record<string, unknown>, paramsV },
  ...((laterStages as StageToTrain[] | null) ?? []),
];

/** The attempts that completed something, in order: one for each stage, and for the last one more where it was stopped then and tried again. */
export const completedAttempts = ({ db }: Services, taskId: number): Promise<AttemptRow[]> =>
  db
    .select()
    .from(attempt)
    .where(and(eq(attempt.taskId, taskId), eq(attempt.endedAs, 'completed')))
    .orderBy(asc(attempt.n));
