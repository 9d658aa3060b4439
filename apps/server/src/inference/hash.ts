/** sha256 of a file, streamed; and how a model's file is called in messages. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Models lie under their hash and have no other name; so many digits find the file. */
export const modelFileName = (sha256: string): string => `${sha256.slice(0, 16)}.onnx`;
