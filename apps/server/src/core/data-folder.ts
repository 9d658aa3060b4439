/** Rights of the data folder: other accounts of the machine may pass it, since the database may run under one, and read nothing. */
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** What images, archives and backups lie in; the database's folder has rights of its own. */
const privateFolders = ['archives', 'backups', 'blobs', 'derived', 'exports', 'logs', 'run', 'runs', 'uploads'];

/** Makes the folders for the owner alone, and closes those that an earlier version left open. Answers those it could not close. */
export function closeFolders(data: string): string[] {
  return privateFolders.filter((name) => {
    const folder = path.join(data, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      chmodSync(folder, 0o700);
      return false;
    } catch {
      // another account's folder, or a disk without rights: what works goes on working
      return true;
    }
  });
}
