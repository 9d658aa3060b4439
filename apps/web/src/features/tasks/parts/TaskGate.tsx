/** The task that an address names, kept fresh while it is open; a skeleton or the reason in its place otherwise. */
import { isOpen, type Task } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useApi } from '../../../core/query.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';

const TaskSearch = z.object({ id: urlId });
/** The socket tells changes at once; this is for when it is silent. */
const againMs = 10_000;

export function TaskGate({ title, children }: { title: string; children: (task: Task) => ReactNode }) {
  const { t } = useTranslation();
  const [{ id }] = useUrlState(TaskSearch);
  const task = useApi(
    'taskInfo',
    { id },
    {
      enabled: id > 0,
      silent: true,
      refetchInterval: (data) => (data && isOpen(data.state) ? againMs : false),
    },
  );
  if (task.data) return children(task.data);
  if (id > 0 && !task.error) return <PageSkeleton />;
  return (
    <Page title={title} crumbs={[{ text: t('models.title'), screen: 'ModelList', search: {} }, { text: title }]}>
      <section className="card">
        {task.error ? (
          <ErrorState error={task.error} onRetry={() => void task.refetch()} />
        ) : (
          <EmptyState
            title={t('tasks.noTaskTitle')}
            text={t('tasks.noTaskText')}
            actions={
              <SceneLink screen="ModelList" search={{}}>
                {t('models.title')}
              </SceneLink>
            }
          />
        )}
      </section>
    </Page>
  );
}
