/** The result of a test of a version: how far it is while it runs, and then picture by picture. */
import { isOpen, type Task } from '@loupe/contract';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useVersion } from '../../models/api.ts';
import { ResultBody } from '../parts/ResultBody.tsx';
import { TaskButtons } from '../parts/TaskButtons.tsx';
import { TaskGate } from '../parts/TaskGate.tsx';
import { TestWaiting } from '../parts/TestWaiting.tsx';

function Finished({ task }: { task: Task }) {
  const summary = useApi('testSummary', { taskId: task.id }, { silent: true });
  if (summary.data) return <ResultBody task={task} summary={summary.data} />;
  return (
    <section className="card" style={{ padding: 18 }}>
      {summary.error ? (
        <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </section>
  );
}

function Test({ task }: { task: Task }) {
  const { t } = useTranslation();
  const go = useGo();
  const version = useVersion(task.versionId ?? 0);
  const number = t('models.versionN', { n: task.versionNumber ?? 0 });
  const title = t('tasks.testTitle', { id: task.id });
  const isDone = task.state === 'completed';
  return (
    <Page
      title={t('tasks.resultTitle', { version: number })}
      fill={isDone}
      sub={
        <>
          <StatusTag state={task.state} />
          {version ? <StatusTag state={version.state === 'ready' ? 'certified' : 'uncertified'} /> : null}
          {version?.trial ? <StatusTag state="trial" /> : null}
          <span className="num">
            {task.modelName} · {t('ui.pictures', { count: task.pictures.test })} · {formatDateTime(task.createdAt)}
          </span>
        </>
      }
      crumbs={[
        { text: t('models.title'), screen: 'ModelList', search: {} },
        { text: task.modelName, screen: 'ModelList', search: { id: task.modelId, tab: 'tests' } },
        { text: title },
      ]}
      extra={
        isOpen(task.state) || isDone || task.state === 'failed' ? (
          <TaskButtons task={task} onDeleted={() => go('ModelList', { id: task.modelId, tab: 'tests' })} />
        ) : null
      }
    >
      {isDone ? <Finished task={task} /> : <TestWaiting task={task} />}
    </Page>
  );
}

export function ResultPage() {
  const { t } = useTranslation();
  return <TaskGate title={t('tasks.test')}>{(task) => <Test key={task.id} task={task} />}</TaskGate>;
}
