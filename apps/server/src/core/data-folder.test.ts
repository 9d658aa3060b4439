/** Images, archives and backups are for the server's own account alone. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { closeFolders } from './data-folder.ts';

const modeOf = (file: string) => statSync(file).mode & 0o777;

it('closes the folders of an existing installation and makes new ones closed; what lies in them and beside them stays', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'loupe-rights-'));
  try {
    chmodSync(data, 0o711);
    for (const name of ['blobs', 'exports', 'pg']) mkdirSync(path.join(data, name), { mode: 0o755 });
    writeFileSync(path.join(data, 'exports', '4.zip'), 'PK');
    expect(closeFolders(data)).toEqual([]);
    const names = ['archives', 'backups', 'blobs', 'derived', 'exports', 'uploads'];
    expect(names.map((name) => [name, modeOf(path.join(data, name))])).toEqual(names.map((name) => [name, 0o700]));
    // the database's own account passes both
    expect([modeOf(data), modeOf(path.join(data, 'pg'))]).toEqual([0o711, 0o755]);
    expect(readdirSync(path.join(data, 'exports'))).toEqual(['4.zip']);
  } finally {
    rmSync(data, { recursive: true });
  }
});
