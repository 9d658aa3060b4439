/** The whole app: theme, server state, dialogs, router; and what follows the signed-in person. */
import { limits } from '@loupe/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, useRouterState } from '@tanstack/react-router';
import { App as AntdApp, Button } from 'antd';
import i18next from 'i18next';
import { useEffect } from 'react';
import { takeNotice } from '../core/errors.ts';
import { connectNotify, notify } from '../core/notify.ts';
import { queryClient } from '../core/query.ts';
import { hasSteps, sessionStore, useSession, warnStore } from '../core/session.ts';
import { connectSockets } from '../core/sockets.ts';
import { connectOutbox } from '../features/annotation/api.ts';
import { saveVisit } from '../features/records/api.ts';
import { connectUploads } from '../features/transfers/api.ts';
import { scenes } from '../families/scenes.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { CopyId } from '../ui/CopyId.tsx';
import { messageRoom } from '../ui/message-room.tsx';
import { router } from './router.tsx';
import { ThemeProvider } from './ThemeProvider.tsx';
import { useOneUser } from './one-user.ts';

/** Messages, sockets, unsent edits, and the reason left by a session that ended before a reload. */
function Followers() {
  const { message } = AntdApp.useApp();
  const session = useSession();
  const path = useRouterState({ router, select: (state) => state.location.pathname }) as string;
  useEffect(() => {
    connectNotify(({ kind, text, leadsTo, requestId = null, action }, onEnd) => {
      const path = leadsTo ? scenes.find((scene) => scene.screen === leadsTo)?.path : undefined;
      const open = () => void router.navigate({ to: path! });
      const link = (
        <Button type="link" size="small" onClick={open}>
          {text}
        </Button>
      );
      const room = messageRoom.get() ?? message;
      const key = 'with-action';
      const act = () => {
        room.destroy(key);
        action?.run();
      };
      const acting = (
        <>
          {text}{' '}
          <Button type="link" size="small" onClick={act}>
            {action?.text}
          </Button>
        </>
      );
      const numbered = (
        <>
          {text} <CopyId id={requestId} />
        </>
      );
      const how = action
        ? { key, content: acting, duration: limits.actionMessageMs / 1000 }
        : {
            content: path ? link : numbered,
            ...(requestId === null ? {} : { duration: limits.failureMessageMs / 1000 }),
          };
      const shown = room.open({ type: kind, ...how });
      // A room that is left takes its message along, and nobody is told of its end.
      let stop = (): void => {};
      const left = new Promise<void>((resolve) => {
        stop = messageRoom.subscribe(resolve);
      });
      Promise.race([shown, left]).then(onEnd, onEnd).finally(stop);
    });
    const notice = takeNotice();
    if (notice) notify.error(notice);
    // whoever followed a link of another system sees whose session it opened
    const name = sessionStore.get()?.userName;
    if (warnStore.get() && name) notify.info(i18next.t('account.ssoDone', { name }));
    warnStore.set(false);
    return () => connectNotify(null);
  }, [message]);
  const userId = path === '/login' || hasSteps(session) ? null : (session?.userId ?? null);
  useEffect(() => {
    if (userId !== null) saveVisit(path);
  }, [userId, path]);
  useEffect(() => connectSockets(userId), [userId]);
  useEffect(() => connectOutbox(userId), [userId]);
  useEffect(() => connectUploads(userId), [userId]);
  return null;
}

export function App() {
  useOneUser();
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <Followers />
          <RouterProvider router={router} />
        </ConfirmProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
