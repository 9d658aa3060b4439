/** What is left of an earlier training is said in sentences, which Chinese puts one after another without a space. */
import { initialValues, recipes, type Model } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { zh } from '../../../locales/zh.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { DataCard } from './DataCard.tsx';
import { emptyDraft } from './train-draft.ts';
import type { TrainForm } from './use-train-form.ts';

it('has no space between two Chinese sentences', async () => {
  fakeApi({ folderChoice: { list: [], total: 0 }, folderList: { list: [], total: 0 } });
  const form = {
    lost: [{ kind: 'train', count: 2 }, { kind: 'allValidation' }],
    recipe: recipes.detect,
    values: initialValues(recipes.detect),
    faults: {},
    draft: emptyDraft,
    refusal: null,
  } as unknown as TrainForm;
  await show(<DataCard form={form} model={{ projectId: 1, type: 'singleStage' } as Model} />, {
    screen: 'AddSet',
    locale: 'zh',
  });
  const { train_other: train, allValidation } = zh.tasks.lost;
  expect(screen.getByText(`${train.replace('{{count, number}}', '2')}${allValidation}`)).toBeTruthy();
});
