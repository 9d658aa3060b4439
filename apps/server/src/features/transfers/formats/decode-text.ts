/** Bytes of an annotation file as text: UTF-8, UTF-16 where a mark says so, and what Chinese Windows writes. Pure. */

function decoded(encoding: string, bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

const utf16 = ([first, second]: Uint8Array): string | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
};

/** `isCut`: the last sign may be missing a part. A mark at the beginning is left out. */
export function decodeText(bytes: Uint8Array, { isCut = false } = {}): string {
  const marked = utf16(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  return decoded('utf-8', bytes, isCut) ?? decoded('gb18030', bytes, isCut) ?? new TextDecoder().decode(bytes);
}
