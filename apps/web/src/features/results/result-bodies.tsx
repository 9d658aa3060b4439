/** Which body draws the result of a test: one for each prediction type. */
import type { PredictionType, Task, TestSummary } from '@loupe/contract';
import type { ComponentType, ReactNode } from 'react';
import { ResultBody } from './boxes/ResultBody.tsx';
import { ScoreBody } from './scoremap/ScoreBody.tsx';

type SummaryOf<P extends PredictionType> = Extract<TestSummary, { type: P }>;
type Body<P extends PredictionType> = ComponentType<{ task: Task; summary: SummaryOf<P> }>;
type AnyBody = ComponentType<{ task: Task; summary: TestSummary }>;

const own: { readonly [P in PredictionType]: Body<P> } = { boxes: ResultBody, scoremap: ScoreBody };
const registered = new Map<string, AnyBody>(Object.entries(own) as [string, AnyBody][]);

export function registerResult(type: string, body: AnyBody): void {
  if (registered.has(type)) throw new Error(`prediction type ${type} is registered twice`);
  registered.set(type, body);
}

export function resultBodyOf(task: Task, summary: TestSummary): ReactNode {
  const Shown = registered.get(summary.type);
  if (!Shown) throw new Error(`prediction type ${summary.type} is not registered`);
  return <Shown task={task} summary={summary} />;
}
