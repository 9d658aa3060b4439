// Completes package-lock.json after `npm install`: npm leaves out platform packages that its registry does not mirror, and
// then `npm ci` refuses the lock on every machine. Adds the missing optional packages by name and exact version.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const file = path.resolve(import.meta.dirname, '..', 'package-lock.json');
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'aix', 'sunos', 'netbsd', 'openbsd'];

/** Optional packages of a lock that have no entry of their own: [{ place, version, dev }]. */
export function missingEntries(lock) {
  const found = [];
  for (const [owner, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const nested = `${owner}/node_modules/${name}`;
      const place = `node_modules/${name}`;
      if (!lock.packages[nested] && !lock.packages[place]) found.push({ place, version, dev: entry.dev === true });
    }
  }
  return found;
}

/** What npm would have written, but for the checksum: system, processor and C library are in such packages' names. */
export function platformEntry({ place, version, dev }) {
  const words = place.split('/').at(-1).split('-');
  const os = words.find((word) => systems.includes(word));
  if (!os || !/^\d+\.\d+\.\d+/.test(version))
    throw new Error(`${place}@${version} is not a platform package; add it by hand`);
  const cpu = words[words.indexOf(os) + 1];
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), ...(libc ? { libc: [libc] } : {}), optional: true, os: [os] };
}

function complete() {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock);
  for (const one of missing) lock.packages[one.place] = platformEntry(one);
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(sorted);
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} entries added to package-lock.json.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) complete();
