/** Keeps the shown image equal to the server's: answers to our ops, edits of others, and what was missed while away. */
import { api, CallError, limits, type LoggedOp, type ShapeOp } from '@loupe/contract';
import { isAboutShape, type EditorApi } from '../../../canvas/index.ts';
import { call } from '../../../core/call.ts';
import { handleError } from '../../../core/errors.ts';
import { currentLocale } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import type { Acknowledgement } from '../outbox/index.ts';
import { currentOutbox } from '../outbox-link.ts';
import type { Annotations } from './annotations.ts';
import { makeNews, wordsOf } from './remote.ts';

export interface SyncParts {
  editor: EditorApi;
  annotations: Annotations;
  /** Edits of this image that this window neither made nor held back. */
  onNews: (ops: readonly LoggedOp[]) => void;
  /** The server has taken an edit of this window: the shape is as this person left it. */
  onOwn: (shapeId: string) => void;
  /** The image was deleted, or this person may not see it any more. */
  onGone: (error: unknown) => void;
  /** An op became a copy beside somebody else's edit. */
  onCopy: (shapeId: string) => void;
}

/** The sync of one image from the moment it is shown until another one is. */
export interface ImageSync {
  /** Our edits, when they are made. */
  sent: (ops: readonly ShapeOp[]) => void;
  answered: (acknowledgement: Acknowledgement) => void;
  /** Fetches what came after the revision that is shown. */
  catchUp: () => void;
  revision: () => number;
  stop: () => void;
}

async function readOps(imageId: number, after: number): Promise<{ ops: LoggedOp[]; revision: number }> {
  const ops: LoggedOp[] = [];
  for (;;) {
    const seq = ops.at(-1)?.seq ?? after;
    // Each answer says from where to go on.
    // oxlint-disable-next-line no-await-in-loop
    const page = await call(api.imageOpsAfter, { imageId, seq });
    ops.push(...page.ops);
    const reached = ops.at(-1)?.seq ?? after;
    if (page.ops.length === 0 || reached >= page.revision) return { ops, revision: Math.max(reached, page.revision) };
  }
}

/** What is another person's is as if it did not exist. */
export const isGone = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 404 || error.code === 403);

const refusalText = ({ msg, en_msg: english }: Acknowledgement['result']): string =>
  (currentLocale() === 'zh' ? msg : english) ?? '';

export function makeImageSync(imageId: number, from: number, pending: readonly ShapeOp[], parts: SyncParts): ImageSync {
  const { editor } = parts;
  const open = new Map(pending.map((op) => [op.opId, op]));
  const ours = new Set(open.keys());
  const news = makeNews();
  /** The number of the last edit of each shape that has come: an older one of our own may be answered after it. */
  const seenAt = new Map<string | null, number>();
  let revision = from;
  let ended = false;
  let running = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  let again = false;

  const takeNews = async (): Promise<void> => {
    const { ops, revision: reached } = await readOps(imageId, revision);
    if (ended || ops.length === 0) return;
    revision = reached;
    const { changes, words } = news.of(ops);
    editor.applyRemote(changes, words);
    for (const { shapeId, seq } of ops) seenAt.set(shapeId, seq);
    parts.onNews(ops.filter((op) => !ours.has(op.opId)));
  };

  const catchUp = (): void => {
    again = true;
    if (running || ended) return;
    running = true;
    clearTimeout(later);
    const run = async () => {
      while (again && !ended) {
        again = false;
        // oxlint-disable-next-line no-await-in-loop
        await takeNews();
      }
    };
    run()
      .catch((error: unknown) => {
        if (ended) return;
        if (isGone(error)) parts.onGone(error);
        else if (error instanceof CallError) handleError(error);
        // News may come by an open socket while calls fail: what it told of is asked for again.
        else later = setTimeout(catchUp, limits.socketRetryMs);
      })
      .finally(() => (running = false));
  };

  /** What the server did not take leaves the image: its state stands. */
  const takeBack = async (op: ShapeOp): Promise<void> => {
    const annotation = await parts.annotations.fresh(imageId);
    if (ended) return;
    const { shapeId } = op;
    const shape = annotation.shapes.find((one) => one.id === shapeId) ?? null;
    editor.applyRemote(shapeId !== null && isAboutShape(op) ? [{ shapeId, shape }] : [], wordsOf(annotation));
  };

  const answered = ({ opId, result }: Acknowledgement): void => {
    const op = open.get(opId);
    open.delete(opId);
    editor.acknowledge(opId, news.answerOf(op, result));
    const { shapeId, seq } = result;
    if (op?.shape && result.status === 'applied' && shapeId !== null && (seq ?? 0) >= (seenAt.get(shapeId) ?? 0))
      parts.onOwn(shapeId);
    if (result.status === 'conflict' && result.shapeId !== null) parts.onCopy(result.shapeId);
    // Theirs is to be seen beside ours, or in its place.
    if (result.status === 'conflict' || result.status === 'lived') catchUp();
    if (result.status === 'refused') notify.error(refusalText(result));
    if (result.status === 'refused' && op)
      takeBack(op).catch((error: unknown) => !ended && isGone(error) && parts.onGone(error));
  };

  return {
    sent: (ops) => {
      for (const op of ops) {
        open.set(op.opId, op);
        ours.add(op.opId);
      }
    },
    answered,
    catchUp,
    revision: () => revision,
    stop: () => {
      ended = true;
      clearTimeout(later);
    },
  };
}

/** Whether an event is about an edit that was made in this window. */
export const isOwnEdit = (clientId: string): boolean => clientId === currentOutbox()?.clientId;
