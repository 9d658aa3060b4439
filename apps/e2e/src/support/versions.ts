/** Trained versions without a training, put beside the server into its database: small drawn models that really run. */
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { localBlobs } from '../../../server/src/core/blobs.ts';
import { openDatabase } from '../../../server/src/core/db.ts';
import { addReadyVersion, addScoreVersion, addTextVersion } from '../../../server/src/testing/ready-version.ts';
import { databaseAddress } from './database.ts';
import { dataFolder } from './server.ts';

interface Place {
  projectId: number;
  modelId: number;
}

const withStore = async <T>(work: (store: Parameters<typeof addReadyVersion>[0]) => Promise<T>): Promise<T> => {
  const { db, close } = openDatabase(databaseAddress());
  try {
    return await work({ db, blobs: localBlobs(path.join(dataFolder, 'blobs')) });
  } finally {
    await close();
  }
};

/** Finds the box around what is bright; gives its id. */
export const addBoxVersion = (userId: number, place: Place, labelIds: number[]): Promise<number> =>
  withStore((store) => addReadyVersion(store, { id: userId }, { ...place, labelIds }));

/** The brightest point of an image is its score; gives its id. */
export const addHeatVersion = (userId: number, place: Place): Promise<number> =>
  withStore((store) => addScoreVersion(store, { id: userId }, place));

/** What is bright is a text; gives its id. */
export const addReadVersion = (userId: number, place: Place): Promise<number> =>
  withStore((store) => addTextVersion(store, { id: userId }, place));

/** The record of an entry as if this many objects had been found on its image. */
export const fillRecord = async (entryId: number, count: number): Promise<void> => {
  const items = Array.from({ length: count }, (_, i) => ({ c: 0, score: 0.9 - i / 20, p: [i, i, 60 + i, 60 + i] }));
  await withStore(async ({ db }) => {
    await db.execute(
      sql`update online_record set body = jsonb_set(body, '{prediction,items}', ${JSON.stringify(items)}::jsonb) where entry_id = ${entryId}`,
    );
  });
};

/** The version as if its validation had found so little that nothing supports its threshold. */
export const forgetEvidence = async (versionId: number): Promise<void> => {
  const metrics = JSON.stringify({ map50: 0.3, recall: 0.02 });
  await withStore(async ({ db }) => {
    await db.execute(sql`update version set metrics = ${metrics}::jsonb where id = ${versionId}`);
  });
};
