/** A verdict on texts names them as one reads them. */
import type { OnlineAnswer } from '@loupe/contract';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startI18n } from '../../core/i18n.ts';
import { onlineTexts } from './Online.tsx';

const item = (text: string, left: number, top: number, score: number) => ({
  quad: [left, top, left + 60, top, left + 60, top + 20, left, top + 20],
  score,
  text,
  textScore: score,
  charScores: [],
});

it('lists texts line by line, whatever their scores', async () => {
  await startI18n('en');
  const items = [item('50Hz', 200, 62, 0.99), item('LOT 7', 10, 10, 0.9), item('60V', 200, 12, 0.8)];
  const answer = { prediction: { type: 'texts', items }, reasons: [] } as unknown as OnlineAnswer;
  expect(onlineTexts.words(answer, i18next.t).found).toBe('LOT 7, 60V, 50Hz');
});
