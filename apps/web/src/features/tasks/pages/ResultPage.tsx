/** The result of a test of a version: how far it is while it runs, and then picture by picture. */
import type { Task, TaskState } from '@loupe/contract';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useVersion } from '../../models/api.ts';
import { FailureCard } from '../parts/FailureCard.tsx';
import { ResultBody } from '../parts/result/ResultBody.tsx';
import { TaskButtons } from '../parts/TaskButtons.tsx';
import { TaskGate } from '../parts/TaskGate.tsx';
import { TestWaiting } from '../parts/TestWaiting.tsx';

const cutStates: ReadonlySet<TaskState> = new Set(['stopped', 'failed', 'paused']);

function Finished({ task }: { task: Task }) {
  const summary = useApi('testSummary', { taskId: task.id }, { silent: true });
  if (summary.data?.type === 'boxes') return <ResultBody task={task} summary={summary.data} />;
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
  // What ended before its time has results of what was done.
  const isCut = cutStates.has(task.state) && (task.progress?.done ?? 0) > 0;
  const hasResult = task.state === 'completed' || isCut;
  return (
    <Page
      title={t('tasks.resultTitle', { version: number })}
      fill={hasResult}
      sub={
        <>
          <StatusTag state={task.state} />
          {version ? <StatusTag state={version.state === 'ready' ? 'certified' : 'uncertified'} /> : null}
          {version?.trial ? <StatusTag state="trial" /> : null}
          <span className="num">
            {task.subject} · {t('ui.pictures', { count: task.pictures.test })} · {formatDateTime(task.createdAt)}
          </span>
        </>
      }
      crumbs={[
        { text: t('models.title'), screen: 'ModelList', search: {} },
        { text: task.subject, screen: 'ModelList', search: { id: task.modelId ?? undefined, tab: 'tests' } },
        { text: title },
      ]}
      extra={
        <TaskButtons task={task} onDeleted={() => go('ModelList', { id: task.modelId ?? undefined, tab: 'tests' })} />
      }
    >
      {isCut ? <FailureCard task={task} actions={null} /> : null}
      {hasResult ? <Finished task={task} /> : <TestWaiting task={task} />}
    </Page>
  );
}

export function ResultPage() {
  return <TaskGate>{(task) => <Test key={task.id} task={task} />}</TaskGate>;
}
