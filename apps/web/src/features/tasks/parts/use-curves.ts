/** The curves of a task: read once, then continued by the socket; asked again now and then while it is silent. */
import { isOpen, type SeriesPoint, type Task } from '@loupe/contract';
import { useMemo } from 'react';
import { queryClient, useApi } from '../../../core/query.ts';
import { useSocketEvent } from '../../../core/sockets.ts';
import { curvesOf, withStep, type Curves } from './standing.ts';

const againMs = 15_000;
const none: SeriesPoint[] = [];

export const useCurves = (task: Task | undefined): Curves => {
  const id = task?.id ?? 0;
  const { data } = useApi(
    'taskSeries',
    { id },
    { enabled: id > 0, silent: true, refetchInterval: task && isOpen(task.state) ? againMs : 0 },
  );
  useSocketEvent('series', (event) => {
    if (event.taskId !== id) return;
    queryClient.setQueryData<SeriesPoint[]>(['taskSeries', { id }], (known) =>
      known ? withStep(known, event.step, event.values) : known,
    );
  });
  return useMemo(() => curvesOf(data ?? none), [data]);
};
