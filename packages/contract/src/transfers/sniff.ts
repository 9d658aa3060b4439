/** What a file is by its first bytes, whatever its name says: a 7z that was renamed is no damaged zip. */

/** So many bytes tell all of them: the sign of a tar stands behind its first name. */
export const sniffedBytes = 262;

const signs: readonly (readonly [kind: string, at: number, bytes: readonly number[]])[] = [
  ['zip', 0, [0x50, 0x4b, 3, 4]],
  ['zip', 0, [0x50, 0x4b, 5, 6]],
  ['zip', 0, [0x50, 0x4b, 7, 8]],
  ['7z', 0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['rar', 0, [0x52, 0x61, 0x72, 0x21, 0x1a, 7]],
  ['gzip', 0, [0x1f, 0x8b, 8]],
  ['bzip2', 0, [0x42, 0x5a, 0x68]],
  ['xz', 0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ['zstd', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  ['tar', 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
  ['pdf', 0, [0x25, 0x50, 0x44, 0x46]],
  ['jpg', 0, [0xff, 0xd8, 0xff]],
  ['png', 0, [0x89, 0x50, 0x4e, 0x47]],
];

/** Name of its kind; null: none of those that are known. */
export const sniffKind = (head: Uint8Array): string | null =>
  signs.find(([, at, bytes]) => bytes.every((byte, i) => head[at + i] === byte))?.[0] ?? null;
