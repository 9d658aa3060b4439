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
    /** 3: registered by themselves, a customer; else 0. */
    channelFlag: integer('channel_flag').notNull().default(0),
    company: text('company'),
    landline: text('landline'),
    fax: text('fax'),
    postcode: text('postcode'),
    /** Name, company and e-mail are asked for after the first sign-in. */
    mustComplete: boolean('must_complete').notNull().default(false),
    /** A customer who waits for an administrator's approval. */
    mustBeApproved: boolean('must_be_approved').notNull().default(false),
    /** Ids of the tours that were seen. */
    toursSeen: jsonb('tours_seen').notNull().default([]),
    /** What was set in the annotation workbench; what is missing is as the contract has it. */
    workbench: jsonb('workbench').notNull().default({}),
    lastSignInAt: time('last_sign_in_at'),
    /** Deleted: what the person did stays theirs, but nobody signs in; account and phone are free again. */
    deletedAt: time('deleted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('user_account')
      .on(sql`lower(${t.account})`)
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('user_phone')
      .on(t.phone)
      .where(sql`${t.phone} is not null and ${t.deletedAt} is null`),
  ],
);

/** A tree of menu entries; `key` is the menuComponent. Names and icon: null where the product's own hold. */
export const menu = pgTable('menu', {
  id: id(),
  parentId: ref('parent_id'),
  key: text('key').notNull().unique(),
  nameZh: text('name_zh'),
  nameEn: text('name_en'),
  icon: text('icon'),
  visible: boolean('visible').notNull().default(true),
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
    /** What the person sees in the list of own sessions; never the token. */
    publicId: text('public_id')
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    /** "Remember me": outlives the browser window. */
    remembered: boolean('remembered').notNull().default(false),
    userAgent: text('user_agent').notNull().default(''),
    address: text('address').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('session_user').on(t.userId)],
);

/** Keys for programs, made by a person for themselves: shown once, stored hashed. */
export const accessToken = pgTable(
  'access_token',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    tokenHash: bytea('token_hash').notNull().unique(),
    /** read, write, online */
    scopes: text('scopes').array().notNull(),
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('access_token_user').on(t.userId)],
);

/** A code that was sent to a phone: one purpose, one number, few tries. `request` binds it to who asked for it. */
export const smsCode = pgTable(
  'sms_code',
  {
    id: id(),
    phone: text('phone').notNull(),
    purpose: text('purpose').notNull(),
    request: text('request').notNull().default(''),
    codeHash: bytea('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    address: text('address').notNull().default(''),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('sms_code_phone').on(t.phone, t.createdAt), index('sms_code_address').on(t.address, t.createdAt)],
);

/** Single sign-ons that were used; each is good once. */
export const ssoUsed = pgTable('sso_used', {
  signHash: bytea('sign_hash').primaryKey(),
  expiresAt: time('expires_at').notNull(),
  createdAt: createdAt(),
});

/** Who a person is at an OpenID Connect provider. */
export const identity = pgTable(
  'identity',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('identity_subject').on(t.issuer, t.subject)],
);

/** A sign-in at a provider that has begun; used once, when the browser comes back. */
export const oidcLogin = pgTable('oidc_login', {
  stateHash: bytea('state_hash').primaryKey(),
  nonce: text('nonce').notNull(),
  verifier: text('verifier').notNull(),
  returnTo: text('return_to').notNull().default('/dashboard'),
  expiresAt: time('expires_at').notNull(),
  createdAt: createdAt(),
});

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
export const audit = pgTable(
  'audit',
  {
    id: id(),
    actorId: ref('actor_id'),
    action: text('action').notNull(),
    object: text('object').notNull(),
    body: jsonb('body').notNull().default({}),
    address: text('address').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_at').on(t.createdAt, t.id),
    index('audit_actor').on(t.actorId, t.id),
    index('audit_action').on(t.action, t.createdAt, t.id),
    // a kind of objects, or one of them
    index('audit_object').on(t.object.op('text_pattern_ops')),
  ],
);

/** Pages that customers (channelFlag 3) opened. */
export const visit = pgTable(
  'visit',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    path: text('path').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('visit_at').on(t.createdAt), index('visit_user').on(t.userId, t.createdAt)],
);
