/** How good a version is, in both languages; and the question before one that is not goes online. */
import { isAskedLevel, messageText, type MessageKey, type VersionAssessment } from '@loupe/contract';
import type { AssessmentNote } from '@loupe/metrics';
import { AppError } from '../../core/errors.ts';
import { predictionTypeOfModel } from '../../predictions/index.ts';

interface Kept {
  /** Of the training that made the version: all figures of its report. */
  result: unknown;
  metrics: unknown;
}

const textsOf = (group: 'why' | 'next', notes: readonly AssessmentNote[]): VersionAssessment['why'] =>
  notes.map(({ code, args }) => {
    const key = `assessment.${group}.${code}` as MessageKey;
    return { zh: messageText(key, 'zh', args), en: messageText(key, 'en', args) };
  });

export function assessmentOf(
  modelType: string,
  { result, metrics }: Kept,
  images: { train: number; val: number },
): VersionAssessment {
  const reported = (result as { metrics?: object } | null)?.metrics ?? {};
  const found = predictionTypeOfModel(modelType).assess({ ...reported, ...(metrics as object) }, images);
  return { ...found, why: textsOf('why', found.why), next: textsOf('next', found.next) };
}

/** Throws the question that a person has to answer before such a version judges images; `confirmed`: it was answered. */
export function askBefore(assessment: VersionAssessment, confirmed: boolean): void {
  const { level } = assessment;
  if (confirmed || !isAskedLevel(level)) return;
  throw new AppError(`assessment.ask.${level}`, { data: { confirm: true, assessment } });
}
