/**
 * Who has which image open. Kept in the memory of this process only, one image a connection, and gone with it: a restart
 * forgets it, and the clients say again where they are. Nobody is seen in an image, or sees others there, who may not view
 * it; that is asked again with each sign of life, and at once when the level of a person changes.
 */
import { api, parseSocketHere, presence as limits, suffices, type Present } from '@loupe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { user } from '../../tables/account.ts';
import { folder, image } from '../../tables/datasets.ts';
import { project } from '../../tables/projects.ts';
import { levelIn, projectInReach } from '../access.ts';
import { can, nobody, type Actor } from '../actor.ts';
import type { Db } from '../db.ts';
import { readSession, refusalOf } from '../session.ts';
import { frameOf, sendFrame, type Connection } from './connection.ts';

interface Guest {
  connection: Connection;
  imageId: number;
  person: Present;
  /** What was sent last, so that a renewal which changes nothing says nothing. */
  sent: string;
  lost: ReturnType<typeof setTimeout>;
}

export interface Presence {
  /** A text of the client. */
  hear: (connection: Connection, text: string) => void;
  leave: (connection: Connection) => void;
  /** What these people may do has changed. */
  recheck: (users: readonly number[]) => void;
  stop: () => void;
}

/** The person as others in the image see them; undefined where they may not view it. */
async function personIn(db: Db, { userId, sessionHash }: Connection, imageId: number): Promise<Present | undefined> {
  const [session] = await readSession(db, sessionHash);
  if (!session || session.userId !== userId || refusalOf(session)) return undefined;
  const actor: Actor = { ...nobody, userId, permissions: new Set(session.permissions), sessionHash, need: 'view' };
  if (!can(actor, api.imageShapes.permission)) return undefined;
  const [row] = await db
    .select({
      level: levelIn(actor),
      name: sql<string>`coalesce(${user.accountName}, ${user.realName}, ${user.account})`,
    })
    .from(image)
    // of those that are not in the bin
    .innerJoin(folder, eq(folder.id, image.folderId))
    .innerJoin(project, eq(project.id, image.projectId))
    .innerJoin(user, eq(user.id, userId))
    .where(and(eq(image.id, imageId), isNull(image.deletedAt), projectInReach(actor)));
  if (!row) return undefined;
  return { userId, name: row.name, edits: suffices(row.level ?? 'viewer', 'annotate') };
}

/** One person once, also in several windows; with the right to edit where one of them has it. */
function peopleOf(guests: Iterable<Guest>, except: number): Present[] {
  const people = new Map<number, Present>();
  for (const { person } of guests) if (person.userId !== except) people.set(person.userId, person);
  return [...people.values()].toSorted((a, b) => a.userId - b.userId).slice(0, limits.people);
}

function makeRooms() {
  const guests = new Map<Connection, Guest>();
  const rooms = new Map<number, Set<Guest>>();
  const announce = (imageId: number): void => {
    for (const guest of rooms.get(imageId) ?? []) {
      const people = peopleOf(rooms.get(imageId)!, guest.person.userId);
      const sent = JSON.stringify(people);
      if (sent === guest.sent) continue;
      guest.sent = sent;
      const event = { type: 'presence' as const, imageId, people };
      sendFrame(guest.connection.socket, frameOf(event, null, new Date().toISOString()));
    }
  };
  const leave = (connection: Connection): void => {
    const guest = guests.get(connection);
    if (!guest) return;
    clearTimeout(guest.lost);
    guests.delete(connection);
    const room = rooms.get(guest.imageId);
    room?.delete(guest);
    if (room?.size === 0) rooms.delete(guest.imageId);
    else announce(guest.imageId);
  };
  const enter = (connection: Connection, imageId: number, person: Present): void => {
    const before = guests.get(connection);
    if (before && before.imageId !== imageId) leave(connection);
    const lost = setTimeout(() => leave(connection), limits.lostMs);
    lost.unref();
    const known = guests.get(connection);
    if (known) {
      clearTimeout(known.lost);
      known.person = person;
      known.lost = lost;
    } else {
      const guest: Guest = { connection, imageId, person, sent: '[]', lost };
      guests.set(connection, guest);
      rooms.set(imageId, (rooms.get(imageId) ?? new Set()).add(guest));
    }
    announce(imageId);
  };
  return { guests, enter, leave };
}

export function makePresence(db: Db, onTrouble: (error: unknown) => void): Presence {
  const rooms = makeRooms();
  /** What a connection asked last while an earlier question of it is under way: never more than one waits. */
  const waiting = new Map<Connection, { next: number | null | undefined }>();

  const apply = async (connection: Connection, imageId: number | null): Promise<void> => {
    const person = imageId === null ? undefined : await personIn(db, connection, imageId);
    const isOpen = connection.socket.readyState === connection.socket.OPEN;
    if (imageId !== null && person && isOpen) rooms.enter(connection, imageId, person);
    else rooms.leave(connection);
  };
  const move = (connection: Connection, imageId: number | null): void => {
    const turn = waiting.get(connection);
    if (turn) {
      turn.next = imageId;
      return;
    }
    const mine: { next: number | null | undefined } = { next: undefined };
    waiting.set(connection, mine);
    apply(connection, imageId)
      .catch((error: unknown) => {
        rooms.leave(connection);
        onTrouble(error);
      })
      .finally(() => {
        waiting.delete(connection);
        if (mine.next !== undefined) move(connection, mine.next);
      });
  };
  return {
    hear: (connection, text) => {
      const said = parseSocketHere(text);
      if (said) move(connection, said.here);
    },
    leave: rooms.leave,
    recheck: (users) => {
      for (const { connection, imageId } of rooms.guests.values())
        if (users.includes(connection.userId)) move(connection, imageId);
    },
    stop: () => {
      for (const { lost } of rooms.guests.values()) clearTimeout(lost);
      rooms.guests.clear();
    },
  };
}
