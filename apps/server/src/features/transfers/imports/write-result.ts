/** Notes on single files, the first so many of each kind, and where the import stands. */
import { limits, type DuplicateFile, type Problem, type TaskProgress } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../core/db.ts';
import { task } from '../../../tables/tasks.ts';
import { importNote } from '../../../tables/uploads.ts';
import type { ImportResult } from './result.ts';

interface Notes {
  problems: readonly Problem[];
  duplicates: readonly DuplicateFile[];
}

const rowsAtOnce = 500;

async function addKind(tx: Tx, taskId: number, kind: string, before: number, bodies: readonly object[]) {
  const room = Math.max(0, limits.importProblems - before);
  const rows = bodies.slice(0, room).map((body, i) => ({ taskId, kind, n: before + i, body }));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    // one connection: in turn
    // oxlint-disable-next-line no-await-in-loop
    await tx.insert(importNote).values(rows.slice(at, at + rowsAtOnce));
  }
}

/** Adds notes and counts them; the counted result still has to be written. */
export async function addNotes(tx: Tx, taskId: number, result: ImportResult, notes: Notes): Promise<ImportResult> {
  const { problems, duplicates } = notes;
  await addKind(tx, taskId, 'problem', result.problems, problems);
  await addKind(tx, taskId, 'duplicate', result.duplicates, duplicates);
  return {
    ...result,
    problems: result.problems + problems.length,
    duplicates: result.duplicates + duplicates.length,
  };
}

export async function writeResult(
  tx: Tx,
  taskId: number,
  result: ImportResult,
  progress: TaskProgress | null,
): Promise<ImportResult> {
  await tx.update(task).set({ result, progress }).where(eq(task.id, taskId));
  return result;
}
