/** Reads the audit log, newest first. Each page begins after the last line of the one before, however many there are. */
import type { AuditKind, AuditLine, auditRoutes, Output, Parsed } from '@loupe/contract';
import { and, desc, eq, gte, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../core/db.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { showName } from '../account/index.ts';
import { audit, user } from '../../tables/account.ts';
import { nameOfModel } from '../../tables/models.ts';

type List = Parsed<(typeof auditRoutes)['auditList']>;
export type AuditFilters = Pick<List, 'person' | 'action' | 'kind' | 'objectId' | 'from' | 'to'>;
export type Cursor = NonNullable<List['after']>;

/** People of whom a part of the name is asked: the lines are found by their ids, which have an index. */
const mostPeople = 1000;

async function peopleNamed(db: Db, text: string): Promise<number[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(
      or(containsText(user.account, text), containsText(user.accountName, text), containsText(user.realName, text)),
    )
    .limit(mostPeople);
  return rows.map(({ id }) => id);
}

/** In one milliseconds several lines may be written: their ids decide. */
const before = ({ at, id }: Cursor): SQL => sql`(${audit.createdAt}, ${audit.id}) < (${at}::timestamptz, ${id})`;

async function whereOf(db: Db, { person, action, kind, objectId, from, to }: AuditFilters): Promise<SQL | undefined> {
  const people = person ? await peopleNamed(db, person) : undefined;
  return and(
    people && sql`${audit.actorId} = any(${sql.param(people)}::bigint[])`,
    action && eq(audit.action, action),
    kind && (objectId === undefined ? or(eq(audit.object, kind), like(audit.object, `${kind}/%`)) : undefined),
    kind && objectId !== undefined ? eq(audit.object, `${kind}/${objectId}`) : undefined,
    from === undefined ? undefined : gte(audit.createdAt, new Date(from)),
    to === undefined ? undefined : lt(audit.createdAt, new Date(to)),
  );
}

/** How to name an object today; what is in the bin still has its name. */
const nameQueries: { readonly [K in AuditKind]?: (ids: SQL) => SQL } = {
  user: (ids) => sql`select id, account as name from "user" where id = any(${ids})`,
  role: (ids) => sql`select id, name from role where id = any(${ids})`,
  project: (ids) => sql`select id, name from public.project where id = any(${ids})`,
  dataset: (ids) => sql`select id, name from public.dataset where id = any(${ids})`,
  folder: (ids) => sql`select id, name from public.folder where id = any(${ids})`,
  label: (ids) => sql`select id, name from label where id = any(${ids})`,
  image: (ids) => sql`select id, name from image where id = any(${ids})`,
  model: (ids) => sql`select m.id, ${nameOfModel} as name from public.model m where m.id = any(${ids})`,
  version: (ids) => sql`
    select v.id, ${nameOfModel} || ' · ' || v.number as name
    from public.version v join public.model m on m.id = v.model_id where v.id = any(${ids})`,
  online: (ids) => sql`select id, name from public.online_entry where id = any(${ids})`,
};

async function namesOf(tx: Tx, objects: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const idsByKind = Map.groupBy(
    objects.filter((object) => object.includes('/')).map((object) => object.split('/') as [AuditKind, string]),
    ([kind]) => kind,
  );
  const found = await Promise.all(
    [...idsByKind].map(async ([kind, pairs]) => {
      const ids = sql`${sql.param([...new Set(pairs.map(([, id]) => Number(id)))])}::bigint[]`;
      const query = Object.hasOwn(nameQueries, kind) ? nameQueries[kind]!(ids) : undefined;
      const { rows } = query ? await tx.execute<{ id: number; name: string }>(query) : { rows: [] };
      return rows.map(({ id, name }) => [`${kind}/${id}`, name] as const);
    }),
  );
  return new Map(found.flat());
}

/** A page of lines; also for the file, which is made of pages. */
export async function readAudit(db: Db, where: SQL | undefined, size: number, after?: Cursor): Promise<AuditLine[]> {
  const rows = await db
    .select({ line: audit, account: user.account, actorName: showName() })
    .from(audit)
    .leftJoin(user, eq(user.id, audit.actorId))
    .where(and(where, after && before(after)))
    .orderBy(desc(audit.createdAt), desc(audit.id))
    .limit(size);
  const names = await namesOf(
    db,
    rows.map(({ line }) => line.object),
  );
  return rows.map(({ line, account, actorName }) => ({
    id: line.id,
    at: line.createdAt.toISOString(),
    actorId: line.actorId,
    account,
    actorName: account === null ? null : actorName,
    action: line.action,
    object: line.object,
    objectName: names.get(line.object) ?? null,
    body: line.body as AuditLine['body'],
    address: line.address,
  }));
}

export const cursorOf = (list: readonly AuditLine[]): Cursor | undefined => {
  const last = list.at(-1);
  return last && { at: last.at, id: last.id };
};

export async function listAudit(
  { db }: Services,
  { after, size, ...filters }: List,
): Promise<Output<(typeof auditRoutes)['auditList']>> {
  const list = await readAudit(db, await whereOf(db, filters), size + 1, after);
  const page = list.slice(0, size);
  return { list: page, next: list.length > size ? cursorOf(page)! : null };
}

export const auditWhere = whereOf;
