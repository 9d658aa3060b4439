/** The test in a worker: fetched once, asked again with every move of a threshold, latest question first. */
import { useEffect, useRef, useState } from 'react';
import { useTable } from '../../shared/use-table.ts';
import type { Answer, FromWorker, Loaded, Question, ToWorker } from './question.ts';

export interface Explorer {
  own: Loaded | null;
  other: Loaded | null;
  answer: Answer | null;
  error: unknown;
  /** What went wrong in the worker. */
  failed: string | null;
  refetch: () => void;
}

const nothing = { own: null, other: null, answer: null, failed: null };
type State = Omit<Explorer, 'error' | 'refetch'>;

/** One worker; what is asked while it works waits, and only the latest of it. */
function startWorker(onMessage: (message: FromWorker) => void) {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' });
  let isBusy = false;
  let next: Question | null = null;
  const post = (message: ToWorker): void => worker.postMessage(message, []);
  const go = (): void => {
    if (isBusy || !next) return;
    post({ kind: 'ask', question: next });
    [isBusy, next] = [true, null];
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    onMessage(data);
    if (data.kind === 'loaded') return;
    isBusy = false;
    go();
  });
  worker.addEventListener('error', (e) => onMessage({ kind: 'failed', why: e.message }));
  return {
    post,
    ask: (question: Question): void => {
      next = question;
      go();
    },
    end: (): void => worker.terminate(),
  };
}

const taken = (state: State, message: FromWorker): State => {
  switch (message.kind) {
    case 'loaded':
      return { ...state, [message.slot]: message.loaded };
    case 'answer':
      return { ...state, answer: message.answer, failed: null };
    case 'failed':
      return { ...state, failed: message.why };
  }
};

/** The caller is one test for its whole life: another one is another element. */
export const useExplorer = (
  test: { taskId: number; images: number },
  otherId: number,
  question: Question,
): Explorer => {
  const own = useTable(test.taskId, test.images);
  const other = useTable(otherId);
  const [state, setState] = useState<State>(nothing);
  const worker = useRef<ReturnType<typeof startWorker>>(null);
  useEffect(() => {
    const started = startWorker((message) => setState((before) => taken(before, message)));
    worker.current = started;
    return () => {
      started.end();
      worker.current = null;
      setState(nothing);
    };
  }, []);
  useEffect(() => {
    if (own.data) worker.current?.post({ kind: 'load', slot: 'own', bytes: own.data });
  }, [own.data]);
  useEffect(() => {
    if (other.data) worker.current?.post({ kind: 'load', slot: 'other', bytes: other.data });
    else worker.current?.post({ kind: 'drop' });
  }, [other.data]);

  const text = JSON.stringify(question);
  const { own: loaded, other: loadedOther } = state;
  useEffect(() => {
    // Another test beside this one changes the answer to the same question.
    if (loaded || loadedOther) worker.current?.ask(JSON.parse(text) as Question);
  }, [text, loaded, loadedOther]);

  return {
    ...state,
    error: own.error ?? other.error,
    refetch: () => {
      void own.refetch();
      if (otherId > 0) void other.refetch();
    },
  };
};
