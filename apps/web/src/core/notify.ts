/** Messages to the person: one at a time, 2 s. `notify.error(text)` from anywhere; the app connects the shower. */
import { limits } from '@loupe/contract';
import type { ScreenId } from './scene.tsx';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';
export interface Notice {
  kind: NoticeKind;
  text: string;
  /** The screen that the message speaks of; it is a link then. */
  leadsTo?: ScreenId | undefined;
  /** A request id that can be copied; the message stays for as long as that takes. */
  requestId?: string | null;
  /** What can be done about it, as a button beside the text; it is shown for longer then. */
  action?: { text: string; run: () => void } | undefined;
}
/** Shows a message instead of the one before; calls back when its time is over. */
type Show = (notice: Notice, onEnd: () => void) => void;

/** More than this nobody reads one after the other; the oldest goes. */
const maxWaiting = 5;

/**
 * Which message is shown when. The answer to what the person has just done comes at once, instead of an earlier answer.
 * What the server announces waits for its turn, and an answer that comes in between does not swallow it.
 */
export const makeNotices = () => {
  let show: Show | null = null;
  let current: { notice: Notice; isAnnounced: boolean } | null = null;
  let answer: Notice | null = null;
  let announced: Notice[] = [];

  const display = (notice: Notice, isAnnounced: boolean): void => {
    const shown = { notice, isAnnounced };
    current = shown;
    show!(notice, () => {
      if (current !== shown) return;
      current = null;
      next();
    });
  };
  const next = (): void => {
    if (!show) return;
    if (answer) {
      if (current?.isAnnounced) announced.unshift(current.notice);
      const notice = answer;
      answer = null;
      display(notice, false);
    } else if (!current) {
      const notice = announced.shift();
      if (notice) display(notice, true);
    }
  };
  return {
    /** What came too early is shown now. */
    connect: (by: Show | null): void => {
      show = by;
      next();
    },
    answer: (notice: Notice): void => {
      answer = notice;
      next();
    },
    announce: (notice: Notice): void => {
      const isSame = (one: Notice | undefined) => one?.text === notice.text;
      if (announced.some(isSame) || (current?.isAnnounced && isSame(current.notice))) return;
      announced = [...announced, notice].slice(-maxWaiting);
      next();
    },
  };
};

const notices = makeNotices();

/** Connects what shows messages. */
export const connectNotify = notices.connect;

const say =
  (kind: NoticeKind) =>
  (text: string, action?: Notice['action']): void =>
    notices.answer({ kind, text, action });

export const notify = {
  success: say('success'),
  info: say('info'),
  warning: say('warning'),
  error: (text: string, requestId: string | null = null): void => notices.answer({ kind: 'error', text, requestId }),
  /** What has happened by itself, told by the server. */
  announce: (kind: NoticeKind, text: string, leadsTo?: ScreenId): void => notices.announce({ kind, text, leadsTo }),
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
