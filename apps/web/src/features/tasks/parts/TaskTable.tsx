/** Trainings or tests of a model: state, progress, what came of them, and what can be asked of them. */
import { isOpen, TaskState, type Task, type TaskKind } from '@loupe/contract';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAllowed, useMay } from '../../../core/access.ts';
import { formatDate, formatDateTime, formatDuration, formatShare } from '../../../core/format.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { useFamily, useGo } from '../../../core/scene.tsx';
import { wordsOf } from '../../../families/recipes.ts';
import { predictionTypeOfModel } from '../../../predictions/registry.ts';
import { PageTable, type ListColumn, type RowAction } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useGoToModel } from '../../models/api.ts';
import { listOf, progressOf, taskKindViews } from '../kinds.ts';
import { QueueButton } from './QueueDrawer.tsx';
import { stagesOfTask } from './progress.ts';
import styles from './training.module.css';
import { TaskLink } from './TaskLink.tsx';
import { canDelete, isDangerous, useTaskActions, useTaskDelete } from './use-task-actions.tsx';

function TaskProgressCell({ task }: { task: Task }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (task.queuePosition !== null) return t('tasks.queuePlace', { n: task.queuePosition });
  if (!isOpen(task.state)) return task.startedAt ? formatDuration(task.activeSeconds, locale) : '–';
  if (!task.progress || !taskKindViews[task.kind].isCounted(task)) return '–';
  const { share } = progressOf(task, new Map());
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8, width: 130 }}>
      <Progress percent={share * 100} showInfo={false} size="small" style={{ flex: 1 }} />
      {formatShare(share)}
    </span>
  );
}

/** Of each stage in a line of its own: what one of them learns, another may take as it is. */
function Settings({ task }: { task: Task }) {
  const text = useText();
  const lines = stagesOfTask(task).map(({ recipe, params }) => text(wordsOf(recipe, params)));
  if (lines.length === 1) return lines[0];
  return lines.map((words, i) => (
    <div key={i} className="ellipsis" title={words}>
      <span className="hint num">{i + 1} · </span>
      {words}
    </div>
  ));
}

/** Each with its name: what counts differs from one kind of model to another. */
function TestFigures({ task: { figures, modelType } }: { task: Task }) {
  const { t } = useTranslation();
  if (!figures || modelType === null) return '–';
  const { tested = [] } = predictionTypeOfModel(modelType);
  const known = tested.filter(({ key }) => typeof figures[key] === 'number');
  if (known.length === 0) return '–';
  return (
    <span className={styles.tested}>
      {known.map(({ key, title, share }) => (
        <span key={key}>
          <span className="hint">{t(title)}</span>{' '}
          <span className="num">{share ? formatShare(figures[key]!, 1) : figures[key]!.toFixed(3)}</span>
        </span>
      ))}
    </span>
  );
}

const useColumns = (kind: TaskKind): ListColumn<Task>[] => {
  const { t } = useTranslation();
  const { images, hasSettings, hasFigures } = listOf(kind);
  const columns: (ListColumn<Task> | null)[] = [
    {
      key: 'id',
      title: t(taskKindViews[kind].name),
      width: 80,
      render: (task) => <TaskLink task={task} text={`#${task.id}`} />,
    },
    { key: 'state', title: t('tasks.state'), width: 132, render: (task) => <StatusTag state={task.state} /> },
    { key: 'progress', title: t('tasks.progress'), width: 164, render: (task) => <TaskProgressCell task={task} /> },
    {
      key: 'version',
      title: t('models.version'),
      width: 100,
      render: (task) => (task.versionNumber === null ? '–' : t('models.versionN', { n: task.versionNumber })),
    },
    hasSettings
      ? {
          key: 'params',
          title: t('tasks.settings'),
          least: 196,
          render: (task) => <Settings task={task} />,
        }
      : null,
    hasFigures
      ? {
          key: 'figures',
          title: t('tasks.figures'),
          least: 196,
          render: (task) => <TestFigures task={task} />,
        }
      : null,
    {
      key: 'images',
      title: t(images.title),
      width: 124,
      number: true,
      render: (task) => images.count(task),
    },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 108,
      render: (task) => <span title={formatDateTime(task.createdAt)}>{formatDate(task.createdAt)}</span>,
    },
  ];
  return columns.filter((column) => column !== null);
};

export function TaskTable(props: { kind: TaskKind; modelId: number; projectId: number; hasVersion?: boolean }) {
  const { kind, modelId, projectId, hasVersion = false } = props;
  const { t } = useTranslation();
  const family = useFamily();
  const go = useGo();
  const goToModel = useGoToModel();
  const columns = useColumns(kind);
  const { screen } = taskKindViews[kind];
  const { empty, emptyText, add } = listOf(kind);
  const { act } = useTaskActions();
  const remove = useTaskDelete();
  const allowed = useAllowed();
  const canAdd = useMay()(add.route, projectId);
  const actionsOf = (task: Task): RowAction[] =>
    allowed<RowAction>(task.projectId, [
      ...(screen ? [{ key: 'open', text: t('tasks.open'), onClick: () => go(screen, { id: task.id }) }] : []),
      ...task.actions.map((action) => ({
        key: action,
        route: 'taskAct' as const,
        text: t(`tasks.actions.${action}`),
        danger: isDangerous(action),
        onClick: () => act(task, action),
      })),
      ...(canDelete(task)
        ? [
            {
              key: 'delete',
              route: 'taskDelete' as const,
              text: t('ui.delete'),
              danger: true,
              onClick: () => remove(task),
            },
          ]
        : []),
    ]);
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
          title: t(empty),
          text: t(`families.${family}.${emptyText}`),
          actions: !canAdd ? null : hasVersion || !add.takesVersion ? (
            <Button type="primary" size="large" onClick={() => go(add.screen, add.search(modelId))}>
              {t(add.text)}
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
