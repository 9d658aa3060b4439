/** The dialog of a test: it begins with the thresholds of the version, and sends those that a person changes. */
import type { Version } from '@loupe/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { TestStart } from './TestStart.tsx';

const thresholds = { confidence: 0.31, byLabel: { scratch: 0.44 }, nms: 0.5, iou: 0.5 };
const version = {
  id: 8,
  number: 1,
  labels: ['dent', 'scratch'].map((name) => ({ name, color: '#d64545' })),
  thresholds,
  assessment: { level: 'good', why: [], next: [], hasThreshold: true },
} as unknown as Version;
const check = {
  images: 4,
  seen: 0,
  seenByFolder: [],
  suggested: [13],
  conflicts: { shapes: 0, images: 0, folders: [] },
  seconds: null,
};

const close = vi.fn();
beforeEach(() => close.mockClear());

async function opened(
  seenByFolder: { folderId: number; seen: number }[] = [],
  of: Version = version,
  lacks: 'ok' | 'ng' | null = null,
  seen = 0,
) {
  const folders = [
    { id: 13, datasetId: 2, datasetName: 'caps', name: 'held', type: 'test', images: 4, annotated: 4 },
    { id: 14, datasetId: 2, datasetName: 'caps', name: 'lot', type: 'train', images: 3, annotated: 3 },
  ];
  const page0 = { list: folders, total: 2, pageNum: 1, pageSize: 50 };
  const server = fakeApi({
    testCheck: (({ folderIds = [] }: { folderIds?: number[] }) =>
      folderIds.length === 0 ? { ...check, seenByFolder } : { ...check, lacks, seen }) as never,
    folderChoice: { list: folders } as never,
    folderList: page0 as never,
    testAdd: { id: 5 } as never,
  });
  const page = await show(<TestStart version={of} projectId={1} onClose={close} />, {
    screen: 'ModelList',
    family: lacks ? 'anomaly' : 'detection',
  });
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: en.models.startTest });
  await waitFor(() => expect(start.disabled).toBe(false));
  const go = async () => {
    await page.user.click(start);
    await screen.findByText(en.models.testQuestion.replace('{{n}}', '1'));
    await page.user.click(screen.getAllByRole('button', { name: en.models.startTest }).at(-1)!);
    await waitFor(() => expect(server.asked('testAdd')).toHaveLength(1));
    return server.asked('testAdd')[0];
  };
  return { ...page, go, server };
}

it('marks a folder that the version has learned from before it is chosen', async () => {
  const { server } = await opened([{ folderId: 14, seen: 3 }]);
  expect(server.asked('testCheck')[0]).toEqual({ versionId: 8 });
  await screen.findByText(en.models.seenInFolder_other.replace('{{count, number}}', '3'));
});

it('says before the start which kind of image the test has none of', async () => {
  await opened([], version, 'ng');
  expect(await screen.findByText(/^None of the selected images are NG images: metrics that need them/)).toBeTruthy();
});

it('warns once: of what to choose in the form, of what the version has learned from in the question', async () => {
  const { user } = await opened([], version, 'ng', 3);
  const lacks = /^None of the selected images are NG images/;
  const seen = en.models.seenText.replace('{{seen}}', '3').replace('{{of}}', '4');
  await screen.findByText(lacks);
  expect(screen.queryByText(seen)).toBeNull();
  await user.click(screen.getByRole('button', { name: en.models.startTest }));
  expect(await screen.findByText(seen)).toBeTruthy();
  expect(screen.getAllByText(lacks)).toHaveLength(1);
});

it('sends no thresholds where nobody changes them: those of the version hold', async () => {
  const { go } = await opened();
  expect(await go()).toEqual({ versionId: 8, folderIds: [13] });
});

it('sends the switch that is turned on with the thresholds of the version', async () => {
  const { user, go } = await opened();
  await user.click(screen.getByText(en.online.thresholds));
  await user.click(screen.getByRole('switch', { name: en.online.oneLabel }));
  expect(await go()).toEqual({ versionId: 8, folderIds: [13], thresholds: { ...thresholds, oneLabel: true } });
});

it('begins with the thresholds by label that the training proposed; one that is emptied is the common one', async () => {
  const { user, go } = await opened();
  await user.click(screen.getByText(en.online.thresholds));
  const of = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name: `${name}, 0–1` });
  expect([of('scratch').value, of('dent').value, of('dent').placeholder]).toEqual(['0.44', '', '0.31']);
  await user.type(of('dent'), '0.5');
  await user.clear(of('scratch'));
  expect(await go()).toMatchObject({ thresholds: { confidence: 0.31, byLabel: { dent: 0.5 } } });
});

it('asks before a choice of folders is lost to Escape, and not before anything was chosen', async () => {
  const { user } = await opened();
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
  await user.click(await screen.findByRole('checkbox', { name: /lot/ }));
  await user.keyboard('{Escape}');
  expect(await screen.findByText(en.ui.discardTitle)).toBeTruthy();
  expect(close).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: en.ui.discard }));
  await waitFor(() => expect(close).toHaveBeenCalledTimes(2));
});

it('names a rule that is still empty instead of starting', async () => {
  const own = { binary: 0.3, box: 0.5, unclip: 1.5, edgeCut: 0, textScore: 0.5, rules: [] };
  const { user, server } = await opened([], { ...version, thresholds: own } as unknown as Version);
  await user.click(screen.getByText(en.online.thresholds));
  await user.click(screen.getByRole('button', { name: new RegExp(en.texts.addRule) }));
  await user.click(await screen.findByText(en.texts.types.matches));
  expect(screen.queryByText(en.texts.faults.empty)).toBeNull();
  await user.click(screen.getByRole('button', { name: en.models.startTest }));
  expect(await screen.findByText(en.texts.fillRule.replace('{{n}}', '1'))).toBeTruthy();
  expect(screen.getByText(en.texts.faults.empty)).toBeTruthy();
  expect(server.asked('testAdd')).toEqual([]);
});
