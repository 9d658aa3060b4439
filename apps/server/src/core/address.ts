/** run/server.json: the address of the day, where engines and tools on this machine find the server. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Address by which this machine reaches a server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

export const addressFile = (dataFolder: string) => path.join(dataFolder, 'run', 'server.json');

/** Written beside and renamed: a reader sees the old address or the new one, never half of one. */
export function writeAddress(dataFolder: string, url: string): void {
  const file = addressFile(dataFolder);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify({ url })}\n`);
  renameSync(`${file}.new`, file);
}
