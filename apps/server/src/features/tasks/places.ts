/** What people read about tasks names files without the folders of the machine that they lie in. */

/** A full path up to its last name: of POSIX, of Windows, or as a file address. */
const folders =
  /(?<![\p{L}\p{N}_.:/])(?:file:\/\/\/?)?(?:\/(?:[^\s/"'<>|:;,()]+\/)+|[A-Za-z]:[\\/](?:[^\s\\/"'<>|:;,()]+[\\/])+)/gu;

/** The same value, with the folders taken out of every text in it. */
export function withoutFolders<T>(value: T): T {
  if (typeof value === 'string') return value.replace(folders, '') as T;
  if (Array.isArray(value)) return value.map(withoutFolders) as T;
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutFolders(inner)])) as T;
  return value;
}
