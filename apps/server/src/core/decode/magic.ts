/** The format of an image by its first bytes; nothing that is not on this list ever reaches a decoder. */
export type ImageFormat = 'jpg' | 'png' | 'bmp' | 'tif';

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte);

export function formatOf(bytes: Uint8Array): ImageFormat | undefined {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (startsWith(bytes, 0x42, 0x4d)) return 'bmp';
  // little and big endian; 43 in place of 42 is BigTIFF
  if (startsWith(bytes, 0x49, 0x49, 0x2a, 0) || startsWith(bytes, 0x49, 0x49, 0x2b, 0)) return 'tif';
  if (startsWith(bytes, 0x4d, 0x4d, 0, 0x2a) || startsWith(bytes, 0x4d, 0x4d, 0, 0x2b)) return 'tif';
  return undefined;
}
