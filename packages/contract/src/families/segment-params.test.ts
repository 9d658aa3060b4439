/** Parameters of masks: every bound from both sides, words, and the rules that they share with detection. */
import { expect, it } from 'vitest';
import { boundCases } from './bound-cases.ts';
import { detectTable } from './detection-params.ts';
import { SegmentParams, segmentTable } from './segment-params.ts';

it('has all of detection, from the same fields', () => {
  for (const [key, field] of Object.entries(detectTable)) expect(segmentTable).toHaveProperty([key], field);
});

it.each(boundCases(segmentTable).filter(({ key }) => !(key in detectTable)))('$key $name', ({ params, passes }) => {
  expect(SegmentParams.safeParse(params).success).toBe(passes);
});

it('keeps the rules across parameters', () => {
  const issues = SegmentParams.safeParse({ network: 'm', backbone: 'imagenet' }).error?.issues;
  expect(issues?.map(({ message }) => message)).toEqual(['train.backboneNetwork']);
});
