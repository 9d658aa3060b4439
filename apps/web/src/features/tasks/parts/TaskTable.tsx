/** Trainings or tests of a model: state, progress, what came of them, and what can be asked of them. */
import { isOpen, TaskState, type Task, type TaskKind } from '@loupe/contract';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDate, formatDateTime, formatDuration, formatShare } from '../../../core/format.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { SceneLink, useFamily, useGo } from '../../../core/scene.tsx';
import { settingsWords } from '../../../families/recipes.ts';
import { PageTable, type ListColumn, type RowAction } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useGoToModel } from '../../models/api.ts';
import { QueueButton } from './QueueDrawer.tsx';
import styles from './training.module.css';
import { finishingPhase, standingOf } from './standing.ts';
import { canDelete, isDangerous, useTaskActions, useTaskDelete } from './use-task-actions.tsx';

const screens = { train: 'TrainingInfo', test: 'Result' } as const;

function TaskProgressCell({ task }: { task: Task }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (task.queuePosition !== null) return t('tasks.queuePlace', { n: task.queuePosition });
  if (!isOpen(task.state)) return task.startedAt ? formatDuration(task.activeSeconds, locale) : '–';
  // Without its curves a training that validates does not know how far it is.
  const isKnown = task.kind === 'test' || task.progress?.phase === 'train' || finishingPhase(task) !== null;
  if (!isKnown || !task.progress) return '–';
  const { share } = standingOf(task, new Map());
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8, width: 130 }}>
      <Progress percent={share * 100} showInfo={false} size="small" style={{ flex: 1 }} />
      {formatShare(share)}
    </span>
  );
}

/** The tasks of a model; imports and exports have lists of their own. */
type ModelTaskKind = Extract<TaskKind, 'train' | 'test'>;

const useColumns = (kind: ModelTaskKind): ListColumn<Task>[] => {
  const { t } = useTranslation();
  const text = useText();
  const columns: (ListColumn<Task> | null)[] = [
    {
      key: 'id',
      title: t(`tasks.kinds.${kind}`),
      width: 96,
      render: (task) => (
        <SceneLink screen={screens[kind]} search={{ id: task.id }}>
          #{task.id}
        </SceneLink>
      ),
    },
    { key: 'state', title: t('tasks.state'), width: 130, render: (task) => <StatusTag state={task.state} /> },
    { key: 'progress', title: t('tasks.progress'), width: 150, render: (task) => <TaskProgressCell task={task} /> },
    {
      key: 'version',
      title: t('models.version'),
      width: 106,
      render: (task) => (task.versionNumber === null ? '–' : t('models.versionN', { n: task.versionNumber })),
    },
    kind === 'train'
      ? {
          key: 'params',
          title: t('tasks.settings'),
          least: 202,
          render: ({ recipe, params }) => text(settingsWords(recipe, params)),
        }
      : null,
    {
      key: 'images',
      title: t(kind === 'train' ? 'tasks.images' : 'tasks.testImages'),
      width: 132,
      number: true,
      render: ({ images }) =>
        kind === 'train' ? `${formatCount(images.train)} + ${formatCount(images.val)}` : formatCount(images.test),
    },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 110,
      render: (task) => <span title={formatDateTime(task.createdAt)}>{formatDate(task.createdAt)}</span>,
    },
  ];
  return columns.filter((column) => column !== null);
};

/** `canTest`: the model has a version. */
export function TaskTable(props: { kind: ModelTaskKind; modelId: number; canTest?: boolean }) {
  const { kind, modelId, canTest = false } = props;
  const { t } = useTranslation();
  const family = useFamily();
  const go = useGo();
  const goToModel = useGoToModel();
  const columns = useColumns(kind);
  const { act } = useTaskActions();
  const remove = useTaskDelete();
  const actionsOf = (task: Task): RowAction[] => [
    { key: 'open', text: t('tasks.open'), onClick: () => go(screens[kind], { id: task.id }) },
    ...task.actions.map((action) => ({
      key: action,
      text: t(`tasks.actions.${action}`),
      danger: isDangerous(action),
      onClick: () => act(task, action),
    })),
    ...(canDelete(task) ? [{ key: 'delete', text: t('ui.delete'), danger: true, onClick: () => remove(task) }] : []),
  ];
  return (
    <div className={styles.list}>
      <PageTable
        name="taskList"
        fixed={{ kind, modelId }}
        prefix={`${kind}-`}
        filters={[
          {
            kind: 'select',
            key: 'state',
            placeholder: t('tasks.allStates'),
            options: TaskState.options.map((value) => ({ value, label: t(`ui.states.${value}`) })),
          },
        ]}
        extra={<QueueButton />}
        columns={columns}
        rowActions={actionsOf}
        empty={{
          title: t(`tasks.empty.${kind}Title`),
          text: t(`families.${family}.${kind === 'train' ? 'noTraining' : 'noTest'}`),
          actions:
            kind === 'train' ? (
              <Button type="primary" size="large" onClick={() => go('AddSet', { modelId })}>
                {t('models.train')}
              </Button>
            ) : canTest ? (
              <Button type="primary" size="large" onClick={() => go('TestAdd', { model: modelId })}>
                {t('models.newTest')}
              </Button>
            ) : (
              <Button size="large" onClick={() => goToModel(modelId, 'versions')}>
                {t('tasks.toVersions')}
              </Button>
            ),
        }}
      />
    </div>
  );
}
