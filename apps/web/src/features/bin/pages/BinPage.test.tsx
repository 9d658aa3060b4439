/** The bin: what an item holds stands there whole, however narrow the column is. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { BinPage } from './BinPage.tsx';

const at = '2026-11-28T02:30:00Z';
const counts = { datasets: 1, folders: 2, images: 12, shapes: 30, models: 1, versions: 1, onlineEntries: 0 };
const item = { id: 1, kind: 'project', projectId: 5, name: 'line', deletedBy: 'Ana', deletedAt: at, until: at, counts };
const page = { list: [{ ...item, projectName: 'line', family: 'detection' }], total: 1, pageNum: 1, pageSize: 20 };

it('does not cut what a deleted project holds', async () => {
  fakeApi({ binList: page as never, binSetting: { days: 30 } as never });
  await show(<BinPage />);
  const cell = (await screen.findByText(/12 images/)).closest('td')!;
  expect(cell.textContent).toMatch(/^1 data set · 2 folders · 12 images · .* · 1 version $/);
  expect(cell.className).not.toContain('ellipsis');
});

it('a line never ends within a count, which Chinese allows between any two characters', async () => {
  fakeApi({ binList: page as never, binSetting: { days: 30 } as never });
  await show(<BinPage />, { locale: 'zh' });
  const count = await screen.findByText(/^12 张图片 ·$/);
  expect(count.className).toBe('nowrap');
  expect(screen.getByText('1 个版本').className).toBe('nowrap');
});
