/** The one handler of failed calls: 10010, 20011, 610, no network, and everything else in words. */
import { CallError, codes } from '@loupe/contract';
import { NetworkError } from './call.ts';
import { contractText, currentLocale } from './i18n.ts';
import { notify, offlineGate } from './notify.ts';
import { signOut } from './session.ts';

const noticeKey = 'loupe.notice';

/** What a failure says to the person, in the present language. */
export const errorText = (error: unknown): string => {
  if (error instanceof CallError) return currentLocale() === 'zh' ? error.msg : error.enMsg;
  if (error instanceof NetworkError) return contractText(error.offline ? 'network.anomaly' : 'server.unreachable');
  return contractText('failure');
};

/** Whether a failure means that nobody is signed in any more. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof CallError && (error.code === codes.offline || error.code === codes.revoked);

let goToLogin: () => void = () => {};
/** The router says how one comes to /login. */
export const onSessionOver = (go: () => void): void => {
  goToLogin = go;
};

/** Shows a failure, and ends the session where its code says so. */
export const handleError = (error: unknown): void => {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (error instanceof CallError && error.code === codes.offline) {
    if (offlineGate()) notify.error(errorText(error));
    signOut();
    goToLogin();
    return;
  }
  if (error instanceof CallError && error.code === codes.revoked) {
    signOut();
    // The page reloads, so the reason is handed on to the sign-in page.
    sessionStorage.setItem(noticeKey, errorText(error));
    window.location.reload();
    return;
  }
  notify.error(errorText(error));
};

/** The reason that was left before a reload; shown once. */
export const takeNotice = (): string | null => {
  const text = sessionStorage.getItem(noticeKey);
  sessionStorage.removeItem(noticeKey);
  return text;
};
