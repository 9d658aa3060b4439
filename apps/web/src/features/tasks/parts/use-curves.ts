/** The curves of a task: read once, then continued by the socket; asked again now and then, more often without it. */
import { isOpen, type SeriesPoint, type Task } from '@loupe/contract';
import { useMemo } from 'react';
import { queryClient, useApi } from '../../../core/query.ts';
import { socketStore, useSocketEvent } from '../../../core/sockets.ts';
import { useStore } from '../../../core/store.ts';
import { curvesOf, withStep, type Curves } from './progress.ts';

const againMs = { socket: 15_000, polling: 4_000 } as const;
/** Curves that were not read yet: not the same as none. */
export const unread: Curves = new Map();

/** Milliseconds between two readings of an open task: the socket tells changes at once; this is for when it is silent. */
export const useAgainMs = (socket: number, polling: number): number => (useStore(socketStore) ? socket : polling);

/** `stage`: of a training in several, from 0. */
export const useCurves = (task: Task | undefined, stage: number = task?.stage?.index ?? 0): Curves => {
  const id = task?.id ?? 0;
  const again = useAgainMs(againMs.socket, againMs.polling);
  const { data } = useApi(
    'taskSeries',
    { id },
    { enabled: id > 0, silent: true, refetchInterval: task && isOpen(task.state) ? again : 0 },
  );
  useSocketEvent('series', (event) => {
    if (event.taskId !== id) return;
    queryClient.setQueryData<SeriesPoint[]>(['taskSeries', { id }], (known) =>
      known ? withStep(known, event) : known,
    );
  });
  return useMemo(() => (data ? curvesOf(data.filter((point) => point.stage === stage)) : unread), [data, stage]);
};

/** Whether any stage has a point of those that are asked for; while nobody knows, it may have. */
export const useHasCurves = ({ id }: Task, isAsked: (point: SeriesPoint) => boolean): boolean => {
  const { data } = useApi('taskSeries', { id }, { silent: true });
  return data === undefined || data.some(isAsked);
};
