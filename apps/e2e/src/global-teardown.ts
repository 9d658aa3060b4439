/** Removes the data folder of the tests' server. */
import { rmSync } from 'node:fs';

export default function globalTeardown(): void {
  const folder = process.env['LOUPE_E2E_DATA'];
  if (folder?.includes('loupe-e2e-')) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}
