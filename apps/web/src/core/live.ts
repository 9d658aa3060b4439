/** What socket events do to the data that the pages show: task states are written in, lists are refreshed. */
import { messages, type RouteName, type SocketEvent, type Task, type TaskKind } from '@loupe/contract';
import type { ApiInput, ApiOutput } from './query.ts';
import { invalidate, ofImages, queryClient } from './query.ts';
import { contractText, currentLocale } from './i18n.ts';
import { notify } from './notify.ts';
import { onSocketEvent } from './sockets.ts';

/** Runs `work` once, `ms` after the first of several calls. */
const gathered = (work: () => void, ms: number): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      work();
    }, ms);
  };
};

type TaskEvent = Extract<SocketEvent, { type: 'task' }>;

const withNews = <T extends Task>(known: T, { progress, length }: TaskEvent): T => ({
  ...known,
  progress: progress ?? known.progress,
  length,
});

/** Progress goes into the lists in sight that know the task in this state. Says whether one has to be read again. */
const writeIntoLists = (event: TaskEvent): boolean => {
  const { taskId, kind, state } = event;
  // those out of sight are read when they are shown
  void queryClient.invalidateQueries({ queryKey: ['taskList'], type: 'inactive', refetchType: 'none' });
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['taskList'], type: 'active' });
  const stale = lists.filter(({ queryKey }) => {
    const asked = queryKey[1] as ApiInput<'taskList'>;
    if (asked.kind !== undefined && asked.kind !== kind) return false;
    const page = queryClient.getQueryData<ApiOutput<'taskList'>>(queryKey);
    const own = page?.list.find((one) => one.id === taskId);
    if (!page || own?.state !== state) return true;
    const list = page.list.map((one) => (one === own ? withNews(one, event) : one));
    queryClient.setQueryData(queryKey, { ...page, list });
    return false;
  });
  return stale.length > 0;
};

/** Starts following; returns what stops it. `refreshes`: what is read again beside all tasks when one of a kind changes. */
export const followLive = (refreshes: (kind: TaskKind) => readonly RouteName[]): (() => void) => {
  const refreshImages = gathered(() => void invalidate(...ofImages), 1000);
  // lists show whether images are pre-labelled; a run over a folder has news batch by batch
  const refreshProposed = gathered(() => void invalidate(...ofImages), 2000);
  const refreshLists = gathered(() => void invalidate('taskList'), 300);
  const refreshTasks = gathered(
    () => void invalidate('taskInfo', 'taskQueue', 'dashboardInfo', 'modelList', 'versionList', 'modelInfo'),
    300,
  );
  const changed = new Set<RouteName>();
  const refreshChanged = gathered(() => {
    void invalidate(...changed);
    changed.clear();
  }, 500);
  const stops = [
    onSocketEvent('task', (event) => {
      for (const route of refreshes(event.kind)) changed.add(route);
      if (changed.size > 0) refreshChanged();
      if (writeIntoLists(event)) refreshLists();
      const key = ['taskInfo', { id: event.taskId }];
      const known = queryClient.getQueryData<ApiOutput<'taskInfo'>>(key);
      if (known && known.state === event.state) {
        queryClient.setQueryData(key, withNews(known, event));
      } else {
        refreshTasks();
      }
    }),
    onSocketEvent('image', refreshImages),
    onSocketEvent('proposals', refreshProposed),
    // any page may show what is not shared any more, or be allowed more than before
    onSocketEvent('dataset', () => void invalidate('datasetInfo', 'datasetList', 'folderInfo', 'folderList')),
    onSocketEvent('access', () => void queryClient.invalidateQueries()),
    onSocketEvent('analysis', (event) =>
      notify.announce(
        'success',
        contractText('analysis.completed', { set: contractText(`analysis.set.${event.set}`), n: event.taskId }),
      ),
    ),
    onSocketEvent('message', (event) => {
      const text = currentLocale() === 'zh' ? event.cn : event.en;
      if (event.en === messages['export.done'].en) notify.announce('success', text, 'ExportList');
      else notify.announce('info', text);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
