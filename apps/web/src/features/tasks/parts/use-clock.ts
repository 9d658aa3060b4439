/** Times of a task that move on between two answers of the server. */
import { liveStates, type Task } from '@loupe/contract';
import { useEffect, useState } from 'react';

/** The present moment, read each second. */
const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** Seconds in which the task has run, counted on until the server says more. */
export const useElapsed = (task: Task): number => {
  const now = useNow();
  const value = task.activeSeconds;
  const [arrived, setArrived] = useState({ value, at: now });
  if (arrived.value !== value) setArrived({ value, at: now });
  return value + (liveStates.includes(task.state) ? (now - arrived.at) / 1000 : 0);
};

/** Of a jump of the end, this share is taken over at once. */
const follow = 0.3;

/**
 * Seconds left: the announced end, smoothed so that it does not jump, and counted down between two words. The engine tells it
 * while it trains; during validation the last word stays. An end that is over says nothing, nor does one of the stage before or of before a pause.
 */
export const useSecondsLeft = (task: Task): number | null => {
  const { progress, state, attempt } = task;
  const etaSeconds = progress?.etaSeconds ?? null;
  const isAtWork = state === 'running' || state === 'completing';
  const hasEta = progress?.phase === 'train' || progress?.phase === 'validate' || progress?.phase === 'predict';
  const now = useNow();
  const [last, setLast] = useState<{ attempt: number; etaSeconds: number; end: number } | null>(null);
  const own = last?.attempt === attempt ? last : null;
  const known = own && own.end > now ? own : null;
  if (etaSeconds !== null && etaSeconds !== own?.etaSeconds) {
    const end = now + etaSeconds * 1000;
    setLast({ attempt, etaSeconds, end: known ? known.end + (end - known.end) * follow : end });
  }
  return isAtWork && hasEta && known ? (known.end - now) / 1000 : null;
};

/** 734 s are shown as 12 min: what is far off is not known to the second. */
export const roundedLeft = (seconds: number): number => {
  const grain = seconds > 3600 ? 300 : seconds > 600 ? 60 : seconds > 60 ? 10 : 1;
  return Math.ceil(seconds / grain) * grain;
};
