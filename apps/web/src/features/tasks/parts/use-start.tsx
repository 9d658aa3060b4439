/** Starts a training after a question that says what will run. */
import type { TrainCheck } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { errorText, handleError } from '../../../core/errors.ts';
import { useApiMutation, type ApiInput } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { isReadyMade, type ChosenStage } from './stage-words.ts';
import { StartQuestion } from './StartQuestion.tsx';
import { asksToContinue } from './train-draft.ts';

type Request = ApiInput<'trainAdd'>;

/** `onStarted`: right before it goes to the training. */
export const useStart = (
  onStarted: () => void,
): {
  start: (request: Request, stages: readonly ChosenStage[], check: TrainCheck) => void;
  isPending: boolean;
} => {
  const { t } = useTranslation();
  const go = useGo();
  const confirm = useConfirm();
  const add = useApiMutation('trainAdd', {
    invalidates: ['taskList', 'modelList', 'modelInfo', 'dashboardInfo'],
    silent: true,
  });
  const run = async (request: Request): Promise<void> => {
    try {
      const task = await add.mutateAsync(request);
      onStarted();
      go('TrainingInfo', { id: task.id }, { replace: true });
    } catch (error) {
      if (request.confirmed || !asksToContinue(error)) {
        handleError(error);
        return;
      }
      const agreed = await confirm({
        title: t('tasks.continueTitle'),
        content: errorText(error),
        okText: t('tasks.continue'),
      });
      if (agreed) await run({ ...request, confirmed: true });
    }
  };
  const ask = async (request: Request, stages: readonly ChosenStage[], check: TrainCheck): Promise<void> => {
    const agreed = await confirm({
      title: t(isReadyMade(stages) ? 'tasks.readyQuestion' : 'tasks.startQuestion'),
      content: <StartQuestion stages={stages} check={check} />,
      okText: t(isReadyMade(stages) ? 'tasks.createVersion' : 'tasks.start'),
    });
    // what is not among the warnings shown is asked about when the server finds it
    if (agreed) await run({ ...request, confirmed: check.warnings.length > 0 });
  };
  return { start: (request, stages, check) => void ask(request, stages, check), isPending: add.isPending };
};
