/** Beside the form of a training: its labels are named in the language of who looks. */
import { initialValues, recipes, type RecipeDef } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { TrainSummary } from './TrainSummary.tsx';
import type { TrainForm } from './use-train-form.ts';

it('calls the label that a data set of texts began with by its name here', async () => {
  fakeApi({ taskList: { list: [], total: 0 } });
  const recipe = Object.values<RecipeDef>(recipes).find(({ table }) => 'epochs' in table)!;
  const perLabel = [
    { name: 'text', color: '#f2545b', objects: 7 },
    { name: 'batch', color: '#ffa51f', objects: 0 },
  ];
  const conflicts = { shapes: 0, images: 0, folders: [] };
  const check = { perLabel, train: 9, val: 1, objects: 7, unannotated: 0, trial: false, warnings: [], conflicts };
  const form = {
    recipe,
    values: initialValues(recipe),
    faults: {},
    later: [],
    stages: [],
    draft: { folderIds: [1] },
    check,
    labels: perLabel,
    isComplete: true,
    refusal: null,
  } as unknown as TrainForm;
  await show(<TrainSummary form={form} projectId={1} />, { family: 'ocr', locale: 'zh' });
  expect(screen.getByText('文字')).toBeTruthy();
  expect(screen.queryByText('text')).toBeNull();
  expect(screen.getByText('没有标注文字的标签：batch')).toBeTruthy();
});
