/** The lines that a person reads about a task: written here, cut to the newest. */
import { limits } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import { taskEvent } from '../tables/tasks.ts';

export interface Line {
  /** Number of the engine's event; 0 for a line of the server. */
  seq: number;
  /** Left out: now, by the database's clock. */
  at?: Date;
  kind: string;
  body: Record<string, unknown>;
}

/** Text that PostgreSQL can store: no NUL, no half of a surrogate pair. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The same for every string inside a JSON value. */
export function cleanJson<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (Array.isArray(value)) return value.map(cleanJson) as T;
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [cleanText(k), cleanJson(v)])) as T;
  }
  return value;
}

export async function addLines(tx: Tx, taskId: number, attempt: number, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.insert(taskEvent).values(
    lines.map(({ seq, at, kind, body }) => ({
      taskId,
      attempt,
      seq,
      kind,
      body: cleanJson(body),
      at: at ?? sql`clock_timestamp()`,
    })),
  );
  // artefacts stay: the version is made from them
  await tx.execute(sql`
    delete from ${taskEvent} where ${taskEvent.taskId} = ${taskId} and ${taskEvent.kind} <> 'artefact' and ${taskEvent.id} <=
      (select id from ${taskEvent} where ${taskEvent.taskId} = ${taskId} order by id desc offset ${limits.taskEvents} limit 1)`);
}
