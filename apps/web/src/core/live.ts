/** What socket events do to the data that the pages show: task states are written in, lists are refreshed. */
import { messages } from '@loupe/contract';
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

/** Starts following; returns what stops it. */
export const followLive = (): (() => void) => {
  const refreshImages = gathered(() => void invalidate(...ofImages), 1000);
  const refreshTasks = gathered(
    () =>
      void invalidate('taskList', 'taskInfo', 'taskQueue', 'dashboardInfo', 'modelList', 'versionList', 'modelInfo'),
    300,
  );
  const refreshTransfers = gathered(
    () => void invalidate('uploadList', 'uploadInfo', 'uploadReport', 'exportList'),
    500,
  );
  const stops = [
    onSocketEvent('task', (event) => {
      if (event.kind === 'import' || event.kind === 'export') refreshTransfers();
      const key = ['taskInfo', { id: event.taskId }];
      const known = queryClient.getQueryData<ApiOutput<'taskInfo'>>(key);
      if (known && known.state === event.state) {
        queryClient.setQueryData(key, { ...known, progress: event.progress ?? known.progress });
      } else {
        refreshTasks();
      }
    }),
    onSocketEvent('image', refreshImages),
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
