/** A verdict on texts names them as one reads them. */
import type { OnlineAnswer } from '@loupe/contract';
import i18next from 'i18next';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { startI18n } from '../../core/i18n.ts';
import { en } from '../../locales/en.ts';
import { show } from '../../testing/screen.tsx';
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
  // of a region in which nothing was read there is nothing to list
  const withBlank = { ...answer, prediction: { type: 'texts', items: [item('', 10, 90, 0), ...items] } };
  expect(onlineTexts.words(withBlank as unknown as OnlineAnswer, i18next.t).found).toBe('LOT 7, 60V, 50Hz');
});

it('leads no text away from where it stands: the image of a receipt is to be read', async () => {
  for (const name of ['clientWidth', 'clientHeight'])
    vi.spyOn(HTMLElement.prototype, name as never, 'get').mockReturnValue(338 as never);
  // narrower than a name is high
  const items = Array.from({ length: 16 }, (_, i) => item(`line ${i}`, 100, 100 + 5 * i, 0.9)).map((one) => ({
    ...one,
    quad: one.quad.map((value, i) => (i > 4 && i % 2 === 1 ? value - 16 : value)),
  }));
  const answer = {
    prediction: { type: 'texts', items },
    thresholds: { textScore: 0.5 },
    labels: [{ name: 'text', color: '#3d9bff' }],
    recordId: 1,
    at: '2026-11-24T12:00:00.000Z',
    fileName: 'receipt.png',
    width: 300,
    height: 300,
  } as unknown as OnlineAnswer;
  const Image = onlineTexts.Image;
  const { container } = await show(<Image answer={answer} />, { screen: 'OnlineDetail' });
  await screen.findAllByText('line 0');
  expect(screen.getByRole('columnheader', { name: en.texts.readingScore })).toBeTruthy();
  expect(container.querySelectorAll('svg path').length).toBeGreaterThan(16);
  expect(container.querySelectorAll('svg line')).toHaveLength(0);
});
