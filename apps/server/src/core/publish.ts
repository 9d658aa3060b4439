/** Events on their way to people: kept ones become rows, all go by NOTIFY, so that any process may publish. */
import type { SocketEvent } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Tx } from './db.ts';
import type { Publish } from './services.ts';

export const channel = 'loupe_socket';
/** PostgreSQL takes less than 8000 bytes a notification; above this an event goes as a row, and its id is sent. */
const maxNotifyBytes = 7600;
/** One writer of kept messages at a time: numbers become visible in their order, so "after n" never skips one. */
const keepLock = 7_302_114;

/** What travels on the channel. */
export type Notice =
  | { kind: 'event'; users: number[]; seq: number | null; at: string; event: SocketEvent }
  | { kind: 'row'; users: number[]; seq: number }
  | { kind: 'sessions'; userId: number };

/** The receivers: one person, or those of a project: its owner, its members, and those who see all data. */
const receivers = `
  select u.id from "user" u where $1::bigint is not null and u.id = $1::bigint
  union
  select p.owner_id from project p where p.id = $2::bigint
  union
  select m.user_id from project_member m where m.project_id = $2::bigint
  union
  select u.id from "user" u join role_permission r on r.role_id = u.role_id and r.key = 'allData'
    where u.enabled and exists (select 1 from project p where p.id = $2::bigint)`;

const sendLive = `
  with people as (${receivers})
  select pg_notify('${channel}', json_build_object('kind', 'event', 'users', (select json_agg(id) from people),
    'seq', null, 'at', $4::text, 'event', $3::json)::text),
    -- nothing of it is kept, so its commit need not wait for the disk
    set_config('synchronous_commit', 'off', true)
  where exists (select 1 from people)`;

const sendKept = `
  with turn as materialized (select pg_advisory_xact_lock(${keepLock})),
  people as materialized (${receivers}),
  kept as (
    insert into socket_message (user_id, event)
    select people.id, $3::jsonb from turn, people returning id, user_id)
  select pg_notify('${channel}', case when $5::boolean
    then json_build_object('kind', 'row', 'users', json_build_array(user_id), 'seq', id)
    else json_build_object('kind', 'event', 'users', json_build_array(user_id), 'seq', id, 'at', $4::text,
      'event', $3::json) end::text)
  from kept`;

/** For any process that has a pool: api, worker, tests. */
export const makePublish =
  (pool: pg.Pool): Publish =>
  async (to, event, options = {}) => {
    const text = JSON.stringify(event);
    const isLarge = Buffer.byteLength(text) > maxNotifyBytes;
    const person = 'userId' in to ? to.userId : null;
    const project = 'projectId' in to ? to.projectId : null;
    const values = [person, project, text, new Date().toISOString()];
    // by name: planned once a connection
    if (options.keep || isLarge) await pool.query({ name: 'sendKept', text: sendKept, values: [...values, isLarge] });
    else await pool.query({ name: 'sendLive', text: sendLive, values });
  };

/** Tells every api that a person's sessions changed, so that sockets of ended ones close. */
export async function notifySessions(db: Tx, userId: number): Promise<void> {
  const notice: Notice = { kind: 'sessions', userId };
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`);
}
