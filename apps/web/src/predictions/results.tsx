/** Which body draws the result of a test: one for each prediction type. */
import { addRow, rowOf, type PredictionType, type Task, type TestSummary } from '@loupe/contract';
import type { ComponentType, ReactNode } from 'react';
import { ResultBody } from './boxes/result/ResultBody.tsx';
import { ScoreBody } from './scoremap/result/ScoreBody.tsx';
import { TextBody } from './texts/ResultBody.tsx';

type SummaryOf<P extends PredictionType> = Extract<TestSummary, { type: P }>;
type Body<P extends PredictionType> = ComponentType<{ task: Task; summary: SummaryOf<P> }>;
type AnyBody = ComponentType<{ task: Task; summary: TestSummary }>;

const own: { readonly [P in PredictionType]: Body<P> } = {
  boxes: ResultBody,
  masks: ResultBody,
  scoremap: ScoreBody,
  texts: TextBody,
};
const bodies = own as Readonly<Record<string, AnyBody>>;

export function registerResult(type: string, body: AnyBody): void {
  addRow(bodies, type, body);
}

export function resultBodyOf(task: Task, summary: TestSummary): ReactNode {
  const Shown = rowOf(bodies, summary.type, 'prediction type');
  return <Shown task={task} summary={summary} />;
}
