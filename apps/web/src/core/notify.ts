/** Messages to the person: one at a time, 2 s. `notify.error(text)` from anywhere; the app connects the shower. */
import { limits } from '@loupe/contract';
import type { ScreenId } from './scene.tsx';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';
/** `leadsTo`: the screen that the message speaks of; it is a link then. */
type Show = (kind: NoticeKind, text: string, leadsTo?: ScreenId) => void;

let show: Show | null = null;
let waiting: Parameters<Show> | null = null;

/** Connects what shows messages; a message that came too early is shown now. */
export const connectNotify = (next: Show | null): void => {
  show = next;
  if (next && waiting) next(...waiting);
  if (next) waiting = null;
};

const say =
  (kind: NoticeKind) =>
  (text: string, leadsTo?: ScreenId): void => {
    if (show) show(kind, text, leadsTo);
    else waiting = [kind, text, leadsTo];
  };

export const notify = {
  success: say('success'),
  info: say('info'),
  warning: say('warning'),
  error: say('error'),
};

/** True at most once in `windowMs`: the "account is offline" message is shown once, however many calls fail with it. */
export const makeGate = (windowMs: number, now: () => number = Date.now): (() => boolean) => {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last < windowMs) return false;
    last = now();
    return true;
  };
};

export const offlineGate = makeGate(limits.offlineMessageMs);
