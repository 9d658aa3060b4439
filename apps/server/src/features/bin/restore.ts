/** Out of the bin: everything as it was, under a new name where somebody took the old one, and online entries off. */
import { limits, type BinKind, type Restored } from '@loupe/contract';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { binnedTables } from '../../core/live.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { holdBin, holdAround, type BinRow } from './list.ts';
import { reviveLabels } from './revive-labels.ts';
import { restoreImages } from './restore-images.ts';
import { withSuffix, type Renamed } from './suffix.ts';
import { bin } from '../../tables/bin.ts';

/** Where a name must be the only one: which rows come back with one, and which live row would have it too. */
interface Naming {
  table: string;
  column: string;
  max: number;
  /** Of the row `r` that comes back and the live row `l`. */
  clash: SQL;
}

const sameOwnerAndFamily = sql`exists (select 1 from public.project rp join public.project lp
  on lp.owner_id = rp.owner_id and lp.family = rp.family where rp.id = r.project_id and lp.id = l.project_id)`;

const namings: readonly Naming[] = [
  {
    table: 'project',
    column: 'name',
    max: limits.nameLong,
    clash: sql`l.owner_id = r.owner_id and l.family = r.family`,
  },
  {
    table: 'dataset',
    column: 'name',
    max: limits.nameLong,
    // those of models have the names of their roles
    clash: sql`r.role = 'pool' and l.role = 'pool' and ${sameOwnerAndFamily}`,
  },
  { table: 'folder', column: 'name', max: limits.nameShort, clash: sql`l.dataset_id = r.dataset_id` },
  {
    table: 'model',
    column: 'function_name',
    max: limits.nameShort,
    clash: sql`l.project_id = r.project_id and lower(l.plan_name) = lower(r.plan_name)`,
  },
  { table: 'online_entry', column: 'name', max: limits.nameLong, clash: sql`l.owner_id = r.owner_id` },
];

/** Gives new names to what comes back of one table, where a live row has the old one by now. */
async function renameClashing(tx: Tx, binId: number, { table, column, max, clash }: Naming): Promise<Renamed[]> {
  const [all, live, name] = [sql.raw(`public.${table}`), sql.raw(`live.${table}`), sql.raw(column)];
  const isTaken = (wanted: SQL) =>
    sql`exists (select 1 from ${live} l where lower(l.${name}) = lower(${wanted}) and ${clash})`;
  const { rows } = await tx.execute<{ id: number; name: string }>(
    sql`select r.id, r.${name} as name from ${all} r where r.bin_id = ${binId} and ${isTaken(sql`r.${name}`)} order by r.id`,
  );
  const renamed: Renamed[] = [];
  for (const { id, name: from } of rows) {
    for (let n = 2; ; n++) {
      const to = withSuffix(from, n, max);
      // each name is looked for after the one before it was given
      // oxlint-disable-next-line no-await-in-loop
      const changed = await tx.execute(sql`update ${all} r set ${name} = ${to} where r.id = ${id}
        and not ${isTaken(sql`${to}::text`)}
        and not exists (select 1 from ${all} l where l.bin_id = ${binId} and l.id <> r.id
          and lower(l.${name}) = lower(${to}) and ${clash})`);
      if (changed.rowCount === 1) {
        renamed.push({ from, to });
        break;
      }
    }
  }
  return renamed;
}

async function restoreRows(tx: Tx, { id: binId }: BinRow): Promise<{ renamed: Renamed[]; entriesOff: number }> {
  const renamed: Renamed[] = [];
  // one connection: in turn
  for (const naming of namings) renamed.push(...(await renameClashing(tx, binId, naming))); // oxlint-disable-line no-await-in-loop
  const off = await tx.execute(sql`update public.online_entry set enabled = false where bin_id = ${binId}`);
  for (const table of binnedTables)
    // oxlint-disable-next-line no-await-in-loop
    await tx.execute(sql`update ${sql.raw(`public.${table}`)} set bin_id = null where bin_id = ${binId}`);
  return { renamed, entriesOff: off.rowCount ?? 0 };
}

/** Names of one owner's data sets are given one at a time; the same lock as where they are given. */
const namesOfOwner = 7_302_114;

const attempts = 3;
const isClash = (error: unknown): boolean =>
  ((error as { cause?: unknown }).cause as { code?: string })?.code === '23505';

/** Where somebody gives one of the names at this very moment, the next attempt sees it. */
export async function restoreFromBin(services: Services, actor: Actor, id: number): Promise<Restored> {
  for (let n = 1; ; n++) {
    try {
      return await restoreOnce(services, actor, id); // oxlint-disable-line no-await-in-loop
    } catch (error) {
      if (n === attempts || !isClash(error)) throw error;
    }
  }
}

function restoreOnce(services: Services, actor: Actor, id: number): Promise<Restored> {
  return inTransaction(services.db, async (tx) => {
    const row = await holdBin(tx, actor, id);
    await holdAround(tx, row);
    await tx.execute(sql`select pg_advisory_xact_lock(${namesOfOwner}, (${row.ownerId} % 2147483647)::int)`);
    await reviveLabels(tx, row);
    const isOfImages = row.kind === 'images';
    const { renamed, entriesOff } = isOfImages
      ? { renamed: await restoreImages(tx, row), entriesOff: 0 }
      : await restoreRows(tx, row);
    await tx.delete(bin).where(eq(bin.id, id));
    const { kind, name } = row;
    await note(tx, actor, 'bin.restore', `bin/${id}`, { kind, name });
    const shown = renamed.slice(0, limits.binRenamed);
    return { kind: kind as BinKind, renamed: shown, moreRenamed: renamed.length - shown.length, entriesOff };
  });
}
