/**
 * The task that an address names, kept fresh while it is open; a skeleton or the reason in its place otherwise. A task of
 * another kind than the screen's, an import for instance, is none that could be shown here.
 */
import { isOpen, type Task } from '@loupe/contract';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useApi } from '../../../core/query.ts';
import { urlId, useUrlState } from '../../../core/search.ts';
import { PageSkeleton } from '../../../ui/Page.tsx';
import { PageError } from '../../../ui/PageError.tsx';
import { useAgainMs } from './use-curves.ts';

const TaskSearch = z.object({ id: urlId });

export function TaskGate({ kind, children }: { kind: Task['kind']; children: (task: Task) => ReactNode }) {
  const [{ id }] = useUrlState(TaskSearch);
  const again = useAgainMs(10_000, 3000);
  const task = useApi(
    'taskInfo',
    { id },
    {
      enabled: id > 0,
      silent: true,
      refetchInterval: (data) => (data && isOpen(data.state) ? again : false),
    },
  );
  if (task.data && task.data.kind === kind) return children(task.data);
  if (id > 0 && task.isPending) return <PageSkeleton />;
  return <PageError error={task.error} onRetry={() => void task.refetch()} back="ModelList" />;
}
