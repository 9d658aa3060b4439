/** The versions of a model: what each learned from. */
import type { Model, Version } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { VersionTable } from './VersionTable.tsx';

const version = (id: number, training: string): Version =>
  ({
    id,
    modelId: 7,
    number: id,
    taskId: id,
    trial: false,
    state: 'ready',
    metrics: {},
    images: { train: 10, val: 2 },
    stages: ['textdet', 'textrec'].map((recipe, ordinal) => ({ ordinal, recipe, params: { training } })),
    assessment: { level: 'good', why: [], next: [], hasThreshold: true },
    createdAt: '2026-11-01T00:00:00Z',
  }) as unknown as Version;

it('says that a ready-made version learned from no image, and on how many it was validated', async () => {
  const list = [version(2, 'none'), { ...version(1, 'full'), startVersion: { id: 9, number: 5 } }];
  fakeApi({ versionList: { list, total: 2, pageNum: 1, pageSize: 20 } as never });
  const model = { id: 7, projectId: 1, type: 'text', openTasks: 0, versions: 2 } as unknown as Model;
  const Slot = () => null;
  await show(<VersionTable model={model} slots={{ TestStart: Slot, OnlineAdd: Slot }} />, {
    screen: 'ModelList',
    family: 'ocr',
  });
  const [ready, trained] = (await screen.findAllByRole('link', { name: /^Version/ })).map((one) => one.closest('tr')!);
  expect(ready!.textContent).not.toContain('10 + 2');
  expect(ready!.textContent).toContain('0 + 2');
  expect(trained!.textContent).toContain('10 + 2');
  expect(trained!.textContent).toContain('Started from version 5');
  expect(ready!.textContent).not.toContain('Started from');
  // cut where the column is narrow, whole where it is pointed at
  expect(ready!.querySelector('[title^="Find texts · "]')?.getAttribute('title')).toContain('Ready-made reader');
});

it('says of how many images a share is, with its bounds; nothing of versions that do not know', async () => {
  const shares = { image_auroc: 0.99, false_reject: 0, true_reject: 0.5 };
  const list = [
    { ...version(2, ''), stages: [], metrics: { ...shares, ok: 5, ng: 2 } },
    { ...version(1, ''), stages: [], metrics: shares },
  ];
  fakeApi({ versionList: { list, total: 2, pageNum: 1, pageSize: 20 } as never });
  const model = { id: 7, projectId: 1, type: 'anomaly', openTasks: 0, versions: 2 } as unknown as Model;
  const Slot = () => null;
  await show(<VersionTable model={model} slots={{ TestStart: Slot, OnlineAdd: Slot }} />, {
    screen: 'ModelList',
    family: 'anomaly',
  });
  const [counted, early] = (await screen.findAllByRole('link', { name: /^Version/ })).map((one) => one.closest('tr')!);
  expect(counted!.textContent).toMatch(/0\.0%0 \/ 5.*50\.0%1 \/ 2/);
  expect(counted!.querySelector('[title*="52.2"]')).not.toBeNull();
  expect(early!.textContent).toContain('0.0%');
  expect(early!.textContent).not.toContain('/');
});
