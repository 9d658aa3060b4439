/** Room on the disk: files that come in stop at a reserve, so that annotations can still be saved. */
import { statfs } from 'node:fs/promises';
import { limits } from '@loupe/contract';
import { AppError } from './errors.ts';

interface Disk {
  free: number;
  total: number;
}

export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

const reserveOf = ({ total }: Disk): number => Math.min(limits.diskReserveBytes, limits.diskFreeShare * total);

/** Bytes that may be written before only the reserve is left. */
export async function roomIn(folder: string): Promise<number> {
  const disk = await diskOf(folder);
  return disk.free - reserveOf(disk);
}

/** Whether a write failed because there is no room, or none but the reserve. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof AppError
    ? error.key === 'storage.reserve' || error.key === 'storage.full'
    : ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | undefined)?.code));

/** Bytes between two looks at the disk, on one with much room. */
const stepBytes = 16 * 1024 ** 2;

/** Throws where the reserve is all that is left. What it gives back is to be told of each piece before it is written. */
export async function keepReserve(folder: string): Promise<(bytes: number) => Promise<void>> {
  let left = 0;
  const look = async (): Promise<void> => {
    const disk = await diskOf(folder);
    const reserve = reserveOf(disk);
    if (disk.free <= reserve) throw new AppError('storage.reserve', { code: 507 });
    left = Math.min(stepBytes, reserve / 8);
  };
  await look();
  return async (bytes) => {
    if (left <= 0) await look();
    left -= bytes;
  };
}
