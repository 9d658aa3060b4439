/** Of an archive that cannot be read as what it is called: what it is, where its first bytes tell. */
import { open } from 'node:fs/promises';
import { sniffedBytes, sniffKind, type ArchiveFormat } from '@loupe/contract';
import { AppError } from '../../../core/errors.ts';
import { refused } from './entry.ts';

/** The fault as it is, or the words that say what the file is instead. */
export async function inTruth(file: string, named: ArchiveFormat, fault: unknown): Promise<unknown> {
  if (!(fault instanceof AppError) || fault.key !== 'cause.import.notArchive') return fault;
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
    const kind = sniffKind(buffer.subarray(0, bytesRead));
    return kind === null || kind === named ? fault : refused('cause.import.inTruth', { named, kind });
  } finally {
    await handle.close();
  }
}
