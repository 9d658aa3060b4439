/** The result of a test of a version: how far it is while it runs, and then image by image. */
import type { Task, TaskState } from '@loupe/contract';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { AssessmentTag, ModelTabs, useGoToModel, useModelCrumbs, useModelPlace, useVersion } from '../../models/api.ts';
import { FailureCard, TaskButtons, TaskGate, TestWaiting } from '../../tasks/api.ts';
import { resultBodyOf } from '../../../predictions/results.tsx';

const cutStates: ReadonlySet<TaskState> = new Set(['stopped', 'failed', 'paused']);

function Finished({ task }: { task: Task }) {
  const summary = useApi('testSummary', { taskId: task.id }, { silent: true });
  if (summary.data) return resultBodyOf(task, summary.data);
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
  const goToModel = useGoToModel();
  const crumbs = useModelCrumbs();
  const placeOf = useModelPlace();
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
          {version ? (
            <span>
              <span className="second">{t('models.assessment.ofTraining')}</span>{' '}
              <AssessmentTag assessment={version.assessment} />
            </span>
          ) : null}
          {version?.trial ? <StatusTag state="trial" /> : null}
          <span className="num">
            {task.subject} · {t('ui.counts.images', { count: task.images.test })} · {formatDateTime(task.createdAt)}
          </span>
        </>
      }
      crumbs={[
        ...crumbs({ id: task.modelId, name: task.subject }),
        { text: t('models.tabs.tests'), ...placeOf(task.modelId, 'tests') },
        { text: title },
      ]}
      extra={<TaskButtons task={task} onDeleted={() => goToModel(task.modelId, 'tests')} />}
    >
      <ModelTabs modelId={task.modelId} />
      {isCut ? <FailureCard task={task} actions={null} /> : null}
      {hasResult ? <Finished task={task} /> : <TestWaiting task={task} />}
    </Page>
  );
}

export function ResultPage() {
  return <TaskGate kind="test">{(task) => <Test key={task.id} task={task} />}</TaskGate>;
}
