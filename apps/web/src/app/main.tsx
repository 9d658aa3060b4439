/** Starts the web app: language and session first, then the router. */
// before everything else: it takes what must not be seen out of the address
import { ssoLink } from './sso-link.ts';
import { api, CallError } from '@loupe/contract';
import { createRoot } from 'react-dom/client';
import '../ui/base.css';
import { call } from '../core/call.ts';
import { watchNetwork } from '../core/connection.ts';
import { suppressEnter } from '../core/enter.ts';
import { onSessionOver } from '../core/errors.ts';
import { returnSearch } from '../core/guard.ts';
import { startI18n } from '../core/i18n.ts';
import { followLive } from '../core/live.ts';
import { chosenLocale, firstLocale, themeStore } from '../core/preferences.ts';
import { queryClient } from '../core/query.ts';
import { refusalStore, signIn } from '../core/session.ts';
import { taskKindViews } from '../features/tasks/kinds.ts';
import { watchFocus } from '../ui/focus.ts';
import { applyPalette } from '../ui/tokens.ts';
import { App } from './App.tsx';
import { connectLeave } from './leave.ts';
import { router } from './router.tsx';
import { StartError } from './StartError.tsx';

const root = createRoot(document.getElementById('root')!);

/** The session that the cookie holds; a refusal means that nobody is signed in. */
const readSession = async (): Promise<void> => {
  try {
    signIn(await call(api.userInfo, {}));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
};

/** A link of a single sign-on is used instead; without success nobody is signed in, and the sign-in page says why. */
let waitingLink = ssoLink;
const openSession = async (): Promise<void> => {
  if (waitingLink === null) return readSession();
  try {
    signIn(await call(api.ssoLogin, waitingLink), true);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    refusalStore.set(error);
  }
  waitingLink = null;
};

const start = async (): Promise<void> => {
  applyPalette(themeStore.get());
  const chosen = chosenLocale();
  try {
    const [config] = await Promise.all([chosen === null ? call(api.publicConfig, {}) : null, openSession()]);
    await startI18n(chosen ?? firstLocale(config?.defaultLanguage ?? null, navigator.languages));
  } catch {
    await startI18n(chosen ?? firstLocale(null, navigator.languages));
    root.render(<StartError onRetry={() => void start()} />);
    return;
  }
  root.render(<App />);
};

themeStore.subscribe(() => applyPalette(themeStore.get()));
suppressEnter();
watchFocus();
watchNetwork();
followLive((kind) => taskKindViews[kind].refreshes);
connectLeave(() => void router.navigate({ to: '/login' }));
onSessionOver(() => {
  const { pathname, searchStr } = router.state.location;
  if (pathname === '/login') return;
  queryClient.clear();
  void router.navigate({ to: '/login', search: returnSearch(pathname, searchStr) as never });
});
void start();
