/**
 * What this browser remembers of its uploads, so that they go on after a reload: name, size and last change of the file,
 * and the way back to it where the browser gives one. In IndexedDB, because a file handle fits nowhere else.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Mark } from './sources.ts';

export interface KeptMark extends Mark {
  id: string;
  userId: number;
  handle: FileSystemHandle | null;
}

interface MarksDb extends DBSchema {
  marks: { key: string; value: KeptMark; indexes: { user: number } };
}

const open = (): Promise<IDBPDatabase<MarksDb>> =>
  openDB<MarksDb>('loupe-uploads', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('marks', { keyPath: 'id' }).createIndex('user', 'userId');
    },
  });

/** Without IndexedDB (private windows) nothing is remembered, and the file is chosen again by hand. */
const withDb = async <T>(work: (db: IDBPDatabase<MarksDb>) => Promise<T>, otherwise: T): Promise<T> => {
  try {
    const db = await open();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  } catch {
    return otherwise;
  }
};

export const marksOf = (userId: number): Promise<KeptMark[]> =>
  withDb((db) => db.getAllFromIndex('marks', 'user', userId), []);

export const keepMark = (mark: KeptMark): Promise<void> =>
  withDb(async (db) => {
    await db.put('marks', mark);
  }, undefined);

export const dropMark = (id: string): Promise<void> => withDb((db) => db.delete('marks', id), undefined);
