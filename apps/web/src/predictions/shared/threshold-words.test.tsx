/** A threshold is written the same wherever it stands, with the places that a training gave it. */
import type { Thresholds } from '@loupe/contract';
import i18next from 'i18next';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../locales/en.ts';
import { show } from '../../testing/screen.tsx';
import { ThresholdsInput } from './ThresholdsInput.tsx';
import { thresholdRows } from './threshold-words.ts';

it('has the same places in the field, beside a label without its own, and in lists', async () => {
  const thresholds = { confidence: 0.0312, nms: 0.6, iou: 0.5, review: 0.02, byLabel: { dent: 0.3 } };
  const labels = ['dent', 'scratch'].map((name) => ({ name, color: '#d64545' }));
  const { user } = await show(<ThresholdsInput labels={labels} value={thresholds} onChange={() => {}} />);
  const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name: `${name}, 0–1` });
  expect(field(en.online.confidence).value).toBe('0.0312');
  expect([field(en.online.nms).value, field('dent').value]).toEqual(['0.60', '0.30']);
  expect(field('scratch').placeholder).toBe('0.0312');
  const rows = thresholdRows(thresholds as unknown as Thresholds, i18next.t);
  expect(rows).toContainEqual([en.online.confidence, '0.0312']);
  expect(rows).toContainEqual([en.online.byLabel, 'dent 0.30']);
  expect(rows).toContainEqual([en.results.reviewFrom, '0.02']);
  // what is being typed stays as it is typed
  await user.type(field('scratch'), '0.5');
  expect(field('scratch').value).toBe('0.5');
});
