/** People, roles, menus, sessions, and the messages a person may have missed. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, ref, time } from './columns.ts';

export const role = pgTable(
  'role',
  {
    id: id(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    builtIn: boolean('built_in').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('role_name').on(sql`lower(${t.name})`)],
);

export const rolePermission = pgTable(
  'role_permission',
  {
    roleId: ref('role_id')
      .notNull()
      .references(() => role.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.key] })],
);

export const user = pgTable(
  'user',
  {
    id: id(),
    account: text('account').notNull(),
    phone: text('phone'),
    email: text('email'),
    accountName: text('account_name'),
    realName: text('real_name'),
    passwordHash: text('password_hash').notNull(),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    roleId: ref('role_id')
      .notNull()
      .references(() => role.id),
    enabled: boolean('enabled').notNull().default(true),
    channelFlag: integer('channel_flag').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('user_account').on(sql`lower(${t.account})`),
    uniqueIndex('user_phone')
      .on(t.phone)
      .where(sql`${t.phone} is not null`),
  ],
);

/** A tree of menu entries; `key` is the menuComponent. */
export const menu = pgTable('menu', {
  id: id(),
  parentId: ref('parent_id'),
  key: text('key').notNull().unique(),
  ordinal: integer('ordinal').notNull().default(0),
  createdAt: createdAt(),
});

/** `ended`: null while it lives; else why it ended, so that the next request can be told 10010 or 20011. */
export const session = pgTable(
  'session',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: ref('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    lastSeenAt: time('last_seen_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    expiresAt: time('expires_at').notNull(),
    ended: text('ended'),
    createdAt: createdAt(),
  },
  (t) => [index('session_user').on(t.userId)],
);

export const socketTicket = pgTable('socket_ticket', {
  hash: bytea('hash').primaryKey(),
  userId: ref('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' }),
  sessionHash: bytea('session_hash').notNull(),
  expiresAt: time('expires_at').notNull(),
  createdAt: createdAt(),
});

/** Socket events that must not be missed; `id` is the sequence number. */
export const socketMessage = pgTable(
  'socket_message',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    event: jsonb('event').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('socket_message_user').on(t.userId, t.id)],
);

export const setting = pgTable('setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  createdAt: createdAt(),
});

/** Facts about the database itself: schema, product, oldest program that can read it. */
export const meta = pgTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
});

/** Who did what that cannot be undone or that concerns rights. */
export const audit = pgTable('audit', {
  id: id(),
  actorId: ref('actor_id'),
  action: text('action').notNull(),
  object: text('object').notNull(),
  body: jsonb('body').notNull().default({}),
  createdAt: createdAt(),
});
