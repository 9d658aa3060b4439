/** Reads a zip as another program does: yauzl checks names, sizes and checksums. */
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';

export interface Unzipped {
  entry: Entry;
  bytes: Buffer;
}

/** The wanted entries, in their order. */
export async function unzip(bytes: Buffer, wanted = (_name: string): boolean => true): Promise<Unzipped[]> {
  const zip = await promisify<Buffer, Options, ZipFile>(fromBuffer)(bytes, { lazyEntries: true });
  const open = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip));
  const list: Unzipped[] = [];
  await new Promise<void>((resolve, reject) => {
    zip.on('end', resolve).on('error', reject);
    zip.on('entry', (entry: Entry) => {
      const taken = wanted(entry.fileName)
        ? open(entry).then(async (stream) => void list.push({ entry, bytes: await buffer(stream) }))
        : Promise.resolve();
      taken.then(() => zip.readEntry()).catch(reject);
    });
    zip.readEntry();
  });
  return list;
}
