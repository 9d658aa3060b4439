/** Into the bin: one row says what was deleted, and everything that is hidden by it carries the row's id. */
import { binDefault, BinSetting, openStates, type BinCounts, type BinKind } from '@loupe/contract';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { setting } from '../../tables/account.ts';
import { project } from '../../tables/projects.ts';
import { task } from '../../tables/tasks.ts';
import { bin } from '../../tables/bin.ts';

export const settingKey = 'bin';

export async function readBinSetting(tx: Tx): Promise<BinSetting> {
  const [row] = await tx.select({ value: setting.value }).from(setting).where(eq(setting.key, settingKey));
  const kept = BinSetting.safeParse(row?.value);
  return kept.success ? kept.data : binDefault;
}

export interface Deletion {
  kind: BinKind;
  name: string;
  counts: Partial<BinCounts>;
  projectId: number;
  datasetId?: number;
  folderId?: number;
  modelId?: number;
  entryId?: number;
}

const nothing: BinCounts = {
  datasets: 0,
  folders: 0,
  images: 0,
  shapes: 0,
  models: 0,
  versions: 0,
  onlineEntries: 0,
};
/** Only what is counted: a preview says more. */
export const countsOfBin = (counts: Partial<BinCounts>): BinCounts => {
  const keys = Object.keys(nothing) as (keyof BinCounts)[];
  return Object.fromEntries(keys.map((key) => [key, counts[key] ?? 0])) as BinCounts;
};

/** Makes the row of a deletion; the caller hides what it takes in the same transaction. Answers the row's id. */
export async function addToBin(tx: Tx, actor: Actor, { counts, ...deletion }: Deletion): Promise<number> {
  const { days } = await readBinSetting(tx);
  const [own] = await tx.select({ ownerId: project.ownerId }).from(project).where(eq(project.id, deletion.projectId));
  const [row] = await tx
    .insert(bin)
    .values({
      ...deletion,
      counts: countsOfBin(counts),
      ownerId: own!.ownerId,
      deletedBy: actor.userId,
      until: sql`clock_timestamp() + make_interval(days => ${days})`,
    })
    .returning({ id: bin.id });
  return row!.id;
}

/** Hides the live rows of a table that fulfil the condition. */
export const hide = (tx: Tx, binId: number, table: PgTable, where: SQL | undefined) =>
  tx.execute(sql`update ${table} set bin_id = ${binId} where ${where}`);

/** The same for tasks; refuses the whole deletion where one of them is open. */
export async function hideTasks(tx: Tx, binId: number, where: SQL): Promise<void> {
  const hidden = await tx.update(task).set({ binId }).where(where).returning({ state: task.state });
  if (hidden.some(({ state }) => (openStates as readonly string[]).includes(state)))
    throw new AppError('task.ongoingDelete');
}
