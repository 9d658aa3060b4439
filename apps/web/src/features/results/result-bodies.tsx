/** Which body draws the result of a test: one for each prediction type. */
import type { PredictionType, Task, TestSummary } from '@loupe/contract';
import type { ComponentType, ReactNode } from 'react';
import { ResultBody } from './boxes/ResultBody.tsx';
import { ScoreBody } from './scoremap/ScoreBody.tsx';

type SummaryOf<P extends PredictionType> = Extract<TestSummary, { type: P }>;
type Body<P extends PredictionType> = ComponentType<{ task: Task; summary: SummaryOf<P> }>;

const bodies: { readonly [P in PredictionType]: Body<P> } = { boxes: ResultBody, scoremap: ScoreBody };

export const resultBodyOf = (task: Task, summary: TestSummary): ReactNode => {
  const Shown = bodies[summary.type] as ComponentType<{ task: Task; summary: TestSummary }>;
  return <Shown task={task} summary={summary} />;
};
