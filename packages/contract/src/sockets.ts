/** The two sockets, the one-time ticket that opens them, and the messages that can be fetched again by number. */
import { z } from 'zod';
import { Count, Id, Time } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { route } from './core/route.ts';

import { TaskKind } from './tasks/kinds.ts';
import { TaskProgress, TrainingLength } from './tasks/tasks.ts';
import { TaskState } from './tasks/state.ts';

export const socketPaths = { progress: '/handler', messages: '/socketServer' } as const;
export const AnalysisSet = z.enum(['training', 'validation', 'testing']);

/** Sent by the client as the first text on `/handler`: the user id and a ticket. A bare id is refused. */
export const SocketHello = z.object({ userId: Id, ticket: z.string().max(200) });
/** The first text as one string: `<userId>:<ticket>`. */
export const socketHello = (userId: number, ticket: string): string => `${userId}:${ticket}`;
export const parseSocketHello = (text: string): z.infer<typeof SocketHello> | undefined => {
  const [userId, ticket, ...rest] = text.split(':');
  const hello = SocketHello.safeParse({ userId: Number(userId), ticket });
  return hello.success && rest.length === 0 ? hello.data : undefined;
};

/**
 * Sent by the client on `/handler` after `ready`, and again every `presence.renewMs`: the image that the person has open,
 * null for none. Whoever may view the image is then told who else has it open.
 */
export const SocketHere = z.object({ here: Id.nullable() });
export const socketHere = (imageId: number | null): string => JSON.stringify({ here: imageId });
export const parseSocketHere = (text: string): z.infer<typeof SocketHere> | undefined => {
  try {
    return SocketHere.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
/** After `lostMs` without a sign, a connection that hangs counts as gone. `people`: named at most. */
export const presence = { renewMs: 8_000, lostMs: 20_000, people: 20 } as const;

/** Somebody who has an image open; `edits`: they may annotate, else they look. */
export const Present = z.object({ userId: Id, name: z.string(), edits: z.boolean() });
export type Present = z.infer<typeof Present>;

/**
 * Why the server closed a socket. `offline` and `revoked` say of the session what 10010 and 20011 say of a call; after
 * `away` the client comes back.
 */
export const socketCloseCodes = { offline: 4010, revoked: 4011, refused: 4403, tooMany: 4429, away: 1013 } as const;

/** `msg` of the specification: `{n},{training|validation|testing},{text}`. */
export const progressText = (n: number, set: z.infer<typeof AnalysisSet>, text: string): string =>
  `${n},${set},${text}`;

export const SocketEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('task'),
    taskId: Id,
    kind: TaskKind,
    modelId: Id.nullable(),
    state: TaskState,
    progress: TaskProgress.nullable(),
    /** Of a training, once the engine of the stage that is trained knows it. */
    length: TrainingLength.nullable(),
  }),
  z.object({
    type: z.literal('series'),
    taskId: Id,
    stage: Count,
    step: Count,
    values: z.record(z.string(), z.number()),
  }),
  z.object({ type: z.literal('analysis'), msg: z.string(), n: Count, set: AnalysisSet, text: z.string(), taskId: Id }),
  z.object({ type: z.literal('image'), imageId: Id, seq: Count, clientId: z.string() }),
  /** What a model proposes for these images is another than before: those that were written together, in one event. */
  z.object({ type: z.literal('proposals'), imageIds: z.array(Id).min(1).max(limits.proposalImagesAtOnce) }),
  /** Who else has the image open that the receiver has open. */
  z.object({ type: z.literal('presence'), imageId: Id, people: z.array(Present).max(presence.people) }),
  /** A data set was changed: its name, its type, whether its images are reviewed. */
  z.object({ type: z.literal('dataset'), datasetId: Id }),
  /** What the receiver may do in a project has changed, or whose it is. */
  z.object({ type: z.literal('access'), projectId: Id }),
  z.object({ type: z.literal('message'), cn: z.string(), en: z.string() }),
  /** First on each socket: from here on nothing is missed; what came before can be fetched by number. */
  z.object({ type: z.literal('ready') }),
]);
export type SocketEvent = z.infer<typeof SocketEvent>;

/** What arrives on a socket; `seq` is null for what cannot be missed (live curves and progress). */
export const SocketFrame = z.object({
  seq: Count.nullable(),
  at: Time,
  event: SocketEvent,
  msg: z.string().optional(),
  cn: z.string().optional(),
  en: z.string().optional(),
});
export type SocketFrame = z.infer<typeof SocketFrame>;

export const sockets = {
  socketTicket: route({
    method: 'POST',
    path: 'socket/ticket',
    permission: 'next',
    needs: 'person',
    input: z.object({}),
    output: z.object({ ticket: z.string() }),
    summary: 'One-time ticket for the sockets, valid for 30 s',
  }),
  socketMissed: route({
    method: 'POST',
    path: 'socket/missed',
    permission: 'next',
    needs: 'person',
    input: z.object({ afterSeq: Count }),
    output: z.object({ lastSeq: Count, frames: z.array(SocketFrame) }),
    summary: 'Your messages after a given number, at most 200',
  }),
};
