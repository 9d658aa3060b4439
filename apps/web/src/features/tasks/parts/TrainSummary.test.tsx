/** Beside the form of a training: its labels and sentences are those of the language of who looks. */
import { initialValues, recipes, type RecipeDef } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { zh } from '../../../locales/zh.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { TrainSummary } from './TrainSummary.tsx';
import type { TrainForm } from './use-train-form.ts';

const formOf = (more: object): TrainForm => {
  const recipe = Object.values<RecipeDef>(recipes).find(({ table }) => 'epochs' in table)!;
  const conflicts = { shapes: 0, images: 0, folders: [] };
  const check = { perLabel: [], train: 9, val: 1, objects: 7, unannotated: 0, trial: false, warnings: [], conflicts };
  return {
    recipe,
    values: initialValues(recipe),
    faults: {},
    later: [],
    stages: [],
    draft: { folderIds: [1] },
    check,
    isComplete: true,
    refusal: null,
    ...more,
  } as unknown as TrainForm;
};

it('puts Chinese sentences one after another without a space', async () => {
  fakeApi({ taskList: { list: [], total: 0 } });
  const form = formOf({
    tooSmall: { percent: 40, side: 12, instead: [] },
    sizeAdvice: { percent: null, scale: 4, ms: 30, instead: null },
  });
  await show(<TrainSummary form={form} projectId={1} />, { family: 'detection', locale: 'zh' });
  const texts = screen.getAllByRole('listitem').map((one) => one.textContent);
  expect(texts).toHaveLength(2);
  for (const text of texts) expect(text).toMatch(new RegExp(`\\S${zh.tasks.noLargerSize}$`));
});

it('calls the label that a data set of texts began with by its name here', async () => {
  fakeApi({ taskList: { list: [], total: 0 } });
  const perLabel = [
    { name: 'text', color: '#f2545b', objects: 7 },
    { name: 'batch', color: '#ffa51f', objects: 0 },
  ];
  const plain = formOf({});
  const form = { ...plain, check: { ...plain.check, perLabel }, labels: perLabel } as TrainForm;
  await show(<TrainSummary form={form} projectId={1} />, { family: 'ocr', locale: 'zh' });
  expect(screen.getByText('文字')).toBeTruthy();
  expect(screen.queryByText('text')).toBeNull();
  expect(screen.getByText('没有标注文字的标签：batch')).toBeTruthy();
});
