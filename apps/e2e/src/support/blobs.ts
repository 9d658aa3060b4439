/** The files of images in the data folder of the tests' server. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from './server.ts';

/** As when a disk lost it: the file and all that was derived from it are gone, its row stays. */
export const removeBlob = (sha256: string): void => {
  for (const kind of ['blobs', 'derived']) {
    const place = path.join(dataFolder, kind, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    rmSync(place, { recursive: true, force: true });
  }
};
