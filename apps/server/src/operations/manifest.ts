/** What a backup says about itself: `manifest.json`, written last, so that a backup without it is none. */
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { Count, Sha256 } from '@loupe/contract';
import { z } from 'zod';
import { startError } from '../core/start-error.ts';

/** Raised when an older program would misread a backup. */
export const backupFormat = 1;

/** Below the backup, and nowhere else: who restores one need not trust who made it. */
const RowsPath = z.string().regex(/^rows\/[\w-]+\/[\w-]+\.copy\.gz$/);
/** `sha256` is that of the file, `content` that of the rows in it; older backups do not name the latter. */
const RowsFile = z.object({ file: RowsPath, sha256: Sha256, rows: Count, content: Sha256.optional() });
export const Manifest = z.object({
  format: z.int().min(1).max(backupFormat),
  product: z.string(),
  createdAt: z.string(),
  /** Migrations that the database had, in order. */
  migrations: z.array(z.object({ tag: z.string(), at: z.number() })).min(1),
  tables: z.array(RowsFile.extend({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** Last values of the identity columns: an id is never given twice, also where the row is gone. */
  sequences: z.array(z.object({ name: z.string(), last: z.number() })),
  /** `<sha256> <bytes>` a line, in order. Not included: the blobs stay in the data folder (backup before a migration). */
  blobs: RowsFile.extend({ included: z.boolean(), bytes: Count }),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestFile = (folder: string): string => path.join(folder, 'manifest.json');

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = manifestFile(folder);
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}

/** Undefined where there is none. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw startError({
      en: [
        `${manifestFile(folder)} cannot be read by this program.`,
        'Use the version of Loupe that made this backup, or a newer one. If this is that version, the file is damaged.',
      ],
      zh: [
        `本程序无法读取 ${manifestFile(folder)}。`,
        '请使用制作该备份的 Loupe 或更新的版本；若就是本版本，则文件已损坏。',
      ],
    });
  }
}

/** Every file of rows with its number of fields, as a message names it. */
export const rowsFiles = ({ tables, blobs }: Manifest) => [
  ...tables.map(({ columns, ...table }) => ({ ...table, fields: columns.length })),
  { ...blobs, name: 'list-of-blobs', fields: 2 },
];
