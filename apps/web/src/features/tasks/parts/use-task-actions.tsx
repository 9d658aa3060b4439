/** What a person may ask of a task: only what the server offers, and never without asking first. */
import { isOpen, promptOf, taskKinds, type Task, type TaskAction } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { queryClient, useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';

export const isDangerous = (action: TaskAction): boolean => action === 'stop' || action === 'cancel';

const changed = ['taskInfo', 'taskList', 'taskQueue', 'modelList', 'modelInfo', 'dashboardInfo'] as const;

export const useTaskActions = (): { act: (task: Task, action: TaskAction) => void; isPending: boolean } => {
  const { t } = useTranslation();
  const text = useText();
  const confirm = useConfirm();
  const send = useApiMutation('taskAct', { invalidates: changed });
  const ask = async (task: Task, action: TaskAction) => {
    const prompt = promptOf(task.kind, action);
    const { stage } = task;
    const endsStage = action === 'complete' && stage !== null && stage.index < stage.count - 1;
    const agreed = await confirm({
      title: text(prompt.title),
      content: endsStage ? t('tasks.completeStage', { n: stage.index + 1 }) : text(prompt.text),
      okText: t(`tasks.actions.${action}`),
      cancelText: t('tasks.keepGoing'),
      danger: isDangerous(action),
    });
    if (!agreed) return;
    // the answer is the task as it stands now: shown at once, not after another reading
    const show = (now: Task) => queryClient.setQueryData(['taskInfo', { id: now.id }], now);
    send.mutate({ id: task.id, action }, { onSuccess: show });
  };
  return { act: (task, action) => void ask(task, action), isPending: send.isPending };
};

/** What made a version stays with it. */
export const canDelete = ({ kind, state, versionId }: Task): boolean => {
  const { isDeletedAsTask, version } = taskKinds[kind];
  return isDeletedAsTask && !isOpen(state) && (version !== 'made' || versionId === null);
};

export const useTaskDelete = (onDeleted?: () => void): ((task: Task) => void) => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const remove = useApiMutation('taskDelete', { invalidates: ['taskList', 'dashboardInfo'], success: t('ui.deleted') });
  const ask = async (task: Task) => {
    const title = t('tasks.deleteTitle', { id: task.id });
    const agreed = await confirm({ title, content: t('tasks.deleteText'), okText: t('ui.delete'), danger: true });
    if (agreed) remove.mutate({ id: task.id }, { onSuccess: () => onDeleted?.() });
  };
  return (task) => void ask(task);
};
