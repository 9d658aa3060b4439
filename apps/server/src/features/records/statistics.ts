/** What was done by day and person, read from what is counted while it is done. With allData of everybody, else one's own. */
import {
  statisticsLimits,
  type Figures,
  type Parsed,
  type Statistics,
  type StatisticsDay,
  type StatisticsPerson,
  type statisticsRoutes,
} from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import { can, type Actor } from '../../core/actor.ts';
import type { Db } from '../../core/db.ts';
import { invalid } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import type { TallyKind } from '../../core/tally.ts';

type Range = Parsed<(typeof statisticsRoutes)['statistics']>;
const dayMs = 86_400_000;

/** Each day from the first to the last. */
export function daysOf({ from, to }: Range): string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / dayMs) + 1;
  if (count < 1) throw invalid('to', { zh: '不能早于开始日期', en: 'must not be before the first day' });
  if (count > statisticsLimits.days) {
    const { days } = statisticsLimits;
    throw invalid('to', { zh: `与开始日期之间最多 ${days} 天`, en: `must be within ${days} days of the first day` });
  }
  return Array.from({ length: count }, (_, i) => new Date(first + i * dayMs).toISOString().slice(0, 10));
}

const kinds: { readonly [K in keyof Omit<Figures, 'hours'>]: TallyKind } = {
  visits: 'visits',
  images: 'images',
  annotations: 'annotations',
  trainings: 'trainings',
  ok: 'OK',
  review: 'review',
  ng: 'NG',
};
const sumOf = (kind: TallyKind): SQL => sql`coalesce(sum(n) filter (where kind = ${kind}), 0)`;
const figures = sql.join(
  [
    ...Object.entries(kinds).map(([name, kind]) => sql`${sumOf(kind)} as ${sql.identifier(name)}`),
    sql`round((${sumOf('seconds')} / 3600)::numeric, 2)::float8 as hours`,
  ],
  sql`, `,
);

const nothing: Omit<StatisticsDay, 'day'> = {
  newUsers: 0,
  activeUsers: 0,
  visits: 0,
  images: 0,
  annotations: 0,
  trainings: 0,
  hours: 0,
  ok: 0,
  review: 0,
  ng: 0,
};

const readDays = async (db: Db, range: SQL): Promise<Map<string, Omit<StatisticsDay, 'newUsers'>>> => {
  const { rows } = await db.execute<Omit<StatisticsDay, 'newUsers'> & Record<string, unknown>>(sql`
    select day::text as day, ${figures}, ${sumOf('active')} as "activeUsers" from tally where ${range} group by day`);
  return new Map(rows.map((row) => [row.day, row]));
};

const readNew = async (db: Db, { from, to }: Range, own: SQL): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ day: string; n: number }>(sql`
    select created_at::date::text as day, count(*) as n from "user"
    where created_at >= ${from}::date and created_at < ${to}::date + 1 and ${own} group by 1`);
  return new Map(rows.map(({ day, n }) => [day, n]));
};

type PersonRow = StatisticsPerson & { total: number; active: number };

const readPeople = async (db: Db, range: SQL): Promise<PersonRow[]> => {
  const { rows } = await db.execute<PersonRow & Record<string, unknown>>(sql`
    with person as (
      select user_id as "userId", ${figures}, count(*) filter (where kind = 'active') as "activeDays"
      from tally where ${range} group by user_id),
    counted as (
      select *, count(*) over () as total, count(*) filter (where "activeDays" > 0) over () as active from person)
    select counted.*, u.account, coalesce(u.account_name, u.real_name, u.account) as name
    from counted join "user" u on u.id = counted."userId"
    order by counted.annotations desc, counted."activeDays" desc, counted."userId" limit ${statisticsLimits.people}`);
  return rows;
};

async function readAnnotators(db: Db, range: SQL, people: readonly StatisticsPerson[], days: readonly string[]) {
  const most = people.filter(({ annotations }) => annotations > 0).slice(0, statisticsLimits.annotators);
  if (most.length === 0) return [];
  const { rows } = await db.execute<{ day: string; userId: number; n: number }>(sql`
    select day::text as day, user_id as "userId", n from tally
    where ${range} and kind = 'annotations' and user_id = any(${sql.param(most.map(({ userId }) => userId))}::bigint[])`);
  const counts = new Map(rows.map(({ day, userId, n }) => [`${userId} ${day}`, n]));
  return most.map(({ userId, name }) => ({
    userId,
    name,
    days: days.map((day) => counts.get(`${userId} ${day}`) ?? 0),
  }));
}

export async function readStatistics({ db }: Services, actor: Actor, asked: Range): Promise<Statistics> {
  const days = daysOf(asked);
  const isAll = can(actor, 'allData');
  const own = (column: SQL) => (isAll ? sql`true` : sql`${column} = ${actor.userId}`);
  const range = sql`day between ${asked.from}::date and ${asked.to}::date and ${own(sql`user_id`)}`;
  const [byDay, fresh, people, zone] = await Promise.all([
    readDays(db, range),
    readNew(db, asked, own(sql`id`)),
    readPeople(db, range),
    db.execute<{ zone: string }>(sql`select current_setting('TimeZone') as zone`),
  ]);
  const total = people[0]?.total ?? 0;
  return {
    timeZone: zone.rows[0]!.zone,
    isAll,
    days: days.map((day) => ({ ...nothing, ...byDay.get(day), day, newUsers: fresh.get(day) ?? 0 })),
    activeUsers: people[0]?.active ?? 0,
    people,
    morePeople: total - people.length,
    annotators: await readAnnotators(db, range, people, days),
  };
}
