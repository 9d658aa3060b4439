/** A prediction type of another folder: registered, its result, its thresholds and its online verdict are drawn by it. */
import { registerPrediction, type Task, type TestSummary } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { onlineViewOf, registerOnline } from './online.ts';
import { predictionTypeOfThresholds, registerPredictionType, topScore, zoneOf } from './registry.ts';
import { show } from '../testing/screen.tsx';
import { registerResult, resultBodyOf } from './results.tsx';

const type = 'count';
const summary = { type, images: 3 } as unknown as TestSummary;

it('is refused before, and found after', async () => {
  expect(() => resultBodyOf({} as Task, summary)).toThrow('not registered');
  expect(() => onlineViewOf(type)).toThrow('not registered');
  const counted = z.object({ type: z.literal(type), count: z.int() });
  const schemas = { prediction: counted, summary: counted, image: counted, report: counted };
  registerPrediction({ type, thresholds: z.strictObject({ most: z.int() }), ...schemas });
  registerPredictionType({
    type,
    fields: [{ key: 'most', label: 'online.score', help: 'online.scoreHelp' }],
    metrics: [],
    zoneOf: ({ most }: { most: number }) => ({ ng: most, review: null }),
    topScore: ({ count }: { count: number }) => count,
  } as never);
  registerOnline(type, { Image: () => null, words: () => ({ found: 'three', why: 'more than two' }) });
  registerResult(type, ({ summary: { images } }) => <p>{`${images} counted`}</p>);

  await show(resultBodyOf({} as Task, summary), { screen: 'Result' });
  expect(await screen.findByText('3 counted')).toBeTruthy();
  expect(predictionTypeOfThresholds({ most: 2 }).fields[0]!.key).toBe('most');
  expect(zoneOf({ most: 2 } as never)).toEqual({ ng: 2, review: null });
  expect(topScore({ type, count: 3 } as never)).toBe(3);
  expect(onlineViewOf(type).words({} as never, (() => '') as never).found).toBe('three');
  expect(() => registerResult(type, () => null)).toThrow('registered twice');
});
