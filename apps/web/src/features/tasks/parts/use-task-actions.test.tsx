/** What is asked before a task is finished early: of several stages only the present one ends. */
import { promptOf, type Task } from '@loupe/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { useTaskActions } from './use-task-actions.tsx';

const stageOf = (index: number) => ({ index, count: 2, recipe: 'textdet' });

function Finish({ task }: { task: Task }) {
  const { act } = useTaskActions();
  return (
    <button type="button" onClick={() => act(task, 'complete')}>
      finish
    </button>
  );
}

it.each([
  [stageOf(0), en.tasks.completeStage.replace('{{n}}', '1')],
  [stageOf(1), promptOf('train', 'complete').text.en],
  [null, promptOf('train', 'complete').text.en],
])('%o', async (stage, asked) => {
  fakeApi({});
  const { user } = await show(<Finish task={{ id: 1, kind: 'train', stage } as Task} />, { screen: 'TrainingInfo' });
  await user.click(screen.getByRole('button', { name: 'finish' }));
  expect(await screen.findByText(asked)).toBeTruthy();
});
