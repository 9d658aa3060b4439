/** The list of records says what its number is: of texts the lowest score of what was read. */
import type { OnlineEntry } from '@loupe/contract';
import { permissionKeys } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { RecordList } from './RecordList.tsx';

beforeEach(() => sessionStore.set(sessionOf(permissionKeys)));

const record = (id: number, score: number | null, read: string | null = null) => ({
  id,
  at: '2026-11-24T12:00:00.000Z',
  fileName: `${id}.png`,
  verdict: 'OK' as const,
  detections: 2,
  score,
  read,
  ms: 12,
  by: 'key' as const,
  hasImage: false,
});

it.each([
  ['ocr', 'lowest 0.412', en.online.recordScoreHelp_texts, '2 texts'],
  ['anomaly', '0.412', en.online.recordScoreHelp, '2 found'],
] as const)('of %s', async (family, text, title, found) => {
  fakeApi({
    onlineRecords: { list: [record(1, 0.4123), record(2, null), record(3, 0.9, 'LOT 12 · 2026-11')], total: 3 },
  });
  const entry = { id: 1, labels: [] } as unknown as OnlineEntry;
  await show(<RecordList entry={entry} shown={0} onShow={() => undefined} />, { screen: 'OnlineDetail', family });
  expect((await screen.findByText(text)).title).toBe(title);
  expect(screen.getByText(found).title).toBe('');
  expect(screen.getByText('LOT 12 · 2026-11')).toBeTruthy();
  expect(screen.queryByText('lowest 0.900')).toBeNull();
});
