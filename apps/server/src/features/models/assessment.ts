/** How good a version is, in both languages; and the question before one that is not goes online. */
import { isAskedLevel, messageText, type MessageKey, type VersionAssessment } from '@loupe/contract';
import { withFewSteps, type AssessmentNote } from '@loupe/metrics';
import { sql } from 'drizzle-orm';
import { AppError } from '../../core/errors.ts';
import { predictionTypeOfModel } from '../../predictions/index.ts';
import { task } from '../../tables/tasks.ts';

interface Kept {
  /** Of the training that made the version: all figures of its report. */
  result: unknown;
  metrics: unknown;
  /** Steps of a training that warned that they are few; null: it did not. */
  fewSteps: number | null;
}

/** Of the task that is selected: of its last attempt, as each plans its own steps. */
export const fewStepsOf = () =>
  sql<number | null>`(
    select (body->'args'->>'count')::float from task_event
    where task_id = ${task.id} and kind = 'warning' and body->>'code' = 'train.fewSteps'
    order by id desc limit 1
  )`;

const textsOf = (group: 'why' | 'next', notes: readonly AssessmentNote[]): VersionAssessment['why'] =>
  notes.map(({ code, args }) => {
    const key = `assessment.${group}.${code}` as MessageKey;
    return { zh: messageText(key, 'zh', args), en: messageText(key, 'en', args) };
  });

/** `params`: of the first stage; who asks for the level alone has no use for them. */
export function assessmentOf(
  modelType: string,
  { result, metrics, fewSteps }: Kept,
  images: { train: number; val: number },
  params: Record<string, unknown> = {},
): VersionAssessment {
  const reported = (result as { metrics?: object } | null)?.metrics ?? {};
  const shown = predictionTypeOfModel(modelType).assess({ ...reported, ...(metrics as object) }, images, params);
  const found = fewSteps === null ? shown : withFewSteps(shown, fewSteps);
  return { ...found, why: textsOf('why', found.why), next: textsOf('next', found.next) };
}

/** Throws the question that a person has to answer before such a version judges images; `confirmed`: it was answered. */
export function askBefore(assessment: VersionAssessment, confirmed: boolean): void {
  const { level } = assessment;
  if (confirmed || !isAskedLevel(level)) return;
  throw new AppError(`assessment.ask.${level}`, { data: { confirm: true, assessment } });
}
