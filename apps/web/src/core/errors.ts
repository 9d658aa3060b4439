/** The one handler of failed calls: 10010, 20011, 610, no network, and everything else in words. */
import { CallError, codes, FieldFault } from '@loupe/contract';
import { NetworkError } from './call.ts';
import { asSentence, contractText, currentLocale } from './i18n.ts';
import { notify, offlineGate } from './notify.ts';
import { endSession, overStore, sessionStore } from './session.ts';

const noticeKey = 'loupe.notice';

/** What the server's log names a failure by that nobody foresaw; null for all others. */
export const requestIdOf = (error: unknown): string | null => {
  const id = error instanceof CallError ? (error.data as { requestId?: unknown } | null)?.requestId : null;
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : null;
};

/** What a failure says to the person, in the present language; with its request id where it asks to hand that on. */
export const errorText = (error: unknown): string => {
  if (error instanceof CallError) {
    const text = asSentence(currentLocale() === 'zh' ? error.msg : error.enMsg);
    const id = requestIdOf(error);
    return id === null ? text : contractText('failure.numbered', { text, id });
  }
  if (error instanceof NetworkError) return contractText(error.offline ? 'network.anomaly' : 'server.unreachable');
  return contractText('failure.here');
};

/** The field of the input that a refusal concerns; null where it concerns none alone. */
export const faultyField = (error: unknown): string | null =>
  (error instanceof CallError ? FieldFault.safeParse(error.data).data?.field : null) ?? null;

/** Whether a failure means that nobody is signed in any more. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof CallError && (error.code === codes.offline || error.code === codes.revoked);

let goToLogin: () => void = () => {};
/** The router says how one comes to /login. */
export const onSessionOver = (go: () => void): void => {
  goToLogin = go;
};

/** Pages that stay when the session is over, and ask to sign in over what they show. */
let staying = 0;
/** Until what it returns is called. */
export const stayWhenOver = (): (() => void) => {
  staying += 1;
  return () => {
    staying -= 1;
  };
};

/** The session is given up, and with it the page. */
export const toSignIn = (): void => {
  endSession();
  goToLogin();
};

/** Shows a failure, and ends the session where its code says so. */
export const handleError = (error: unknown): void => {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (isSessionOver(error) && staying > 0 && sessionStore.get()) {
    overStore.set(errorText(error));
    return;
  }
  if (error instanceof CallError && error.code === codes.offline) {
    if (offlineGate()) notify.error(errorText(error));
    toSignIn();
    return;
  }
  if (error instanceof CallError && error.code === codes.revoked) {
    endSession();
    // The page reloads, so the reason is handed on to the sign-in page.
    sessionStorage.setItem(noticeKey, errorText(error));
    window.location.reload();
    return;
  }
  notify.error(errorText(error), requestIdOf(error));
};

/** The reason that was left before a reload; shown once. */
export const takeNotice = (): string | null => {
  const text = sessionStorage.getItem(noticeKey);
  sessionStorage.removeItem(noticeKey);
  return text;
};
