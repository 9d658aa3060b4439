/** The dialog of an export: what the format cannot say, and beside it what is not exported by any format. */
import { families, formatsFor, type ExportCheck } from '@loupe/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { ExportDialog } from './ExportDialog.tsx';

const t = en.transfers;
const loss = (kind: string, count: number) => ({ kind, count, zh: kind, en: `loss ${kind}` });

async function alertsOf(check: Partial<ExportCheck>) {
  const all = { images: 4, shapes: 9, folders: 1, bytes: 0, losses: [], unmarkedFolders: [], blocked: null, ...check };
  fakeApi({ exportCheck: all as never });
  const subject = { dataset: { id: 1, name: 'lot', family: 'detection' as const }, folder: null };
  await show(<ExportDialog subject={subject} onClose={() => {}} />, { screen: 'DatasetList' });
  const first = await screen.findAllByRole('alert');
  return new Map(first.map((one) => [one.querySelector('.ant-alert-title, .ant-alert-message')?.textContent, one]));
}

it('says of a format that it keeps all annotations, though images without any are not exported', async () => {
  const alerts = await alertsOf({ losses: [loss('unannotated', 5)] as never, unmarkedFolders: ['empty'] });
  expect([...alerts.keys()]).toEqual([t.lossNone]);
  const left = within(screen.getByRole('region', { name: t.leftOutTitle }));
  expect(left.getByText(/loss unannotated/)).toBeTruthy();
  expect(left.getByText(/empty/)).toBeTruthy();
});

it('keeps what the format loses apart from that', async () => {
  const alerts = await alertsOf({ losses: [loss('unannotated', 5), loss('polygonsToBoxes', 2)] as never });
  expect([...alerts.keys()]).toEqual([t.lossTitle]);
  expect(alerts.get(t.lossTitle)!.textContent).not.toContain('unannotated');
  expect(alerts.get(t.lossTitle)!.textContent).toContain('polygonsToBoxes');
});

it('shows every format with what its file is, and asks again for the one that is chosen', async () => {
  const asked: unknown[] = [];
  const all = { images: 4, shapes: 9, folders: 1, bytes: 0, losses: [], unmarkedFolders: [], blocked: null };
  fakeApi({
    exportCheck: (input: { format: string }) => {
      asked.push(input.format);
      return all as never;
    },
  });
  const subject = { dataset: { id: 1, name: 'lot', family: 'detection' as const }, folder: null };
  await show(<ExportDialog subject={subject} onClose={() => {}} />, { screen: 'DatasetList' });
  const formats = within(await screen.findByRole('radiogroup', { name: t.format })).getAllByRole('radio');
  expect(formats.map((one) => (one as HTMLInputElement).value)).toEqual(formatsFor(families.detection));
  const voc = screen.getByRole('radio', { name: /^Pascal VOC one XML file per image/ });
  fireEvent.click(voc);
  expect((voc as HTMLInputElement).checked).toBe(true);
  await waitFor(() => expect(asked).toEqual(['coco', 'voc']));
});

it('begins with a format that keeps OK and NG where images have them, but not for one folder', async () => {
  const asked: unknown[] = [];
  const all = { images: 4, shapes: 9, folders: 1, bytes: 0, losses: [], unmarkedFolders: [], blocked: null };
  fakeApi({
    exportCheck: (input: { format: string }) => {
      asked.push(input.format);
      return all as never;
    },
  });
  const subject = { dataset: { id: 1, name: 'ok', family: 'anomaly' as const }, folder: null };
  const whole = await show(<ExportDialog subject={subject} onClose={() => {}} />, { screen: 'DatasetList' });
  await waitFor(() => expect(asked).toEqual(['mvtec']));
  whole.unmount();
  const one = { ...subject, folder: { id: 2, name: 'lot' } };
  await show(<ExportDialog subject={one} onClose={() => {}} />, { screen: 'DatasetList' });
  await waitFor(() => expect(asked).toEqual(['mvtec', 'coco']));
});

it('says whether images or shapes are lost', async () => {
  await alertsOf({
    losses: [loss('folderTypes', 70), loss('polygonsToBoxes', 1)] as never,
    unmarkedFolders: ['empty'],
  });
  expect(screen.getByText('70 images')).toBeTruthy();
  expect(screen.getByText('1 shape')).toBeTruthy();
  expect(screen.getByText('1 folder')).toBeTruthy();
});

it('asks before another format is lost to Escape', async () => {
  const all = { images: 4, shapes: 9, folders: 1, bytes: 0, losses: [], unmarkedFolders: [], blocked: null };
  fakeApi({ exportCheck: all as never });
  const close = vi.fn();
  const subject = { dataset: { id: 1, name: 'lot', family: 'detection' as const }, folder: null };
  const { user } = await show(<ExportDialog subject={subject} onClose={close} />, { screen: 'DatasetList' });
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
  fireEvent.click(await screen.findByRole('radio', { name: /^Pascal VOC/ }));
  await user.keyboard('{Escape}');
  expect(await screen.findByText(en.ui.discardTitle)).toBeTruthy();
  expect(close).toHaveBeenCalledTimes(1);
});
