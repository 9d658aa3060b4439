// Stamps: small files that say which inputs an installed thing was made from, so that nothing is installed twice.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Hash over the content of files; a missing file counts as empty. */
export function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${path.basename(file)}\0`).update(existsSync(file) ? readFileSync(file) : '');
  return hash.digest('hex');
}

/** Hash over names, sizes and content of all files below some folders (or of single files). */
export function hashTree(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    for (const file of filesBelow(place)) hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** All files below a folder in a steady order; the file itself when it is one; nothing when it is missing. */
export function filesBelow(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'dist')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(path.join(place, entry.name)));
}

export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

export function writeStamp(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${value}\n`);
}
