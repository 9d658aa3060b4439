/** What socket events do to the data that the pages show: task states are written in, lists are refreshed. */
import { messages, type RouteName, type TaskKind } from '@loupe/contract';
import type { ApiOutput } from './query.ts';
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

/** Starts following; returns what stops it. `refreshes`: what is read again beside all tasks when one of a kind changes. */
export const followLive = (refreshes: (kind: TaskKind) => readonly RouteName[]): (() => void) => {
  const refreshImages = gathered(() => void invalidate(...ofImages), 1000);
  const refreshTasks = gathered(
    () =>
      void invalidate('taskList', 'taskInfo', 'taskQueue', 'dashboardInfo', 'modelList', 'versionList', 'modelInfo'),
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
      const key = ['taskInfo', { id: event.taskId }];
      const known = queryClient.getQueryData<ApiOutput<'taskInfo'>>(key);
      if (known && known.state === event.state) {
        queryClient.setQueryData(key, { ...known, progress: event.progress ?? known.progress });
      } else {
        refreshTasks();
      }
    }),
    onSocketEvent('image', refreshImages),
    // any page may show what is not shared any more, or be allowed more than before
    onSocketEvent('dataset', () => void invalidate('datasetInfo', 'datasetList', 'folderInfo', 'folderList')),
    onSocketEvent('access', () => void queryClient.invalidateQueries()),
    onSocketEvent('analysis', (event) =>
      notify.announce(
        'success',
        contractText('analysis.completed', { set: contractText(`analysis.set.${event.set}`), n: event.n }),
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
