/** What happened in a task, oldest first: each reading asks only for the lines after the last one. */
import { api, isOpen, type Task, type TaskLine } from '@loupe/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../core/call.ts';
import { queryClient } from '../../../core/query.ts';

const pageLines = 500;
const againMs = 5000;

const readLines = async (id: number, signal: AbortSignal): Promise<TaskLine[]> => {
  const lines = [...(queryClient.getQueryData<TaskLine[]>(['taskLines', { id }]) ?? [])];
  for (;;) {
    // One page after the other: each begins where the last one ended.
    // eslint-disable-next-line no-await-in-loop
    const page = await call(api.taskLines, { id, afterId: lines.at(-1)?.id ?? 0 }, { signal });
    lines.push(...page);
    if (page.length < pageLines) return lines;
  }
};

export const useLines = (task: Task): TaskLine[] => {
  const { id, state } = task;
  const { data } = useQuery({
    queryKey: ['taskLines', { id }],
    queryFn: ({ signal }) => readLines(id, signal),
    refetchInterval: isOpen(state) ? againMs : false,
    meta: { silent: true },
  });
  return data ?? [];
};
