/** The `version` file of the data folder: data written by a newer program is not opened by an older one. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startError } from './start-error.ts';

/** Raised when the layout of the data folder changes so that an older program would misread it. */
export const dataVersion = 1;

/** Stands while a restore fills the folder. */
export const restoringFile = (folder: string): string => path.join(folder, 'restoring');

/** Checks the folder and marks it with this program's version. */
export function checkDataVersion(folder: string, { restoring = false } = {}): void {
  if (!restoring && existsSync(restoringFile(folder))) {
    throw startError({
      en: [`A restore into ${folder} was interrupted.`, 'Run the same restore again. It starts over.'],
      zh: [`向 ${folder} 的恢复没有完成。`, '请再次运行同一条恢复命令，它会重新开始。'],
    });
  }
  const file = path.join(folder, 'version');
  const found = readVersion(file);
  if (found !== undefined && found > dataVersion) {
    throw startError({
      en: [
        `The data folder ${folder} was written by a newer Loupe (layout ${found}; this program knows up to ${dataVersion}).`,
        'Install the newer Loupe again, or restore a backup that was made with this one.',
      ],
      zh: [
        `数据目录 ${folder} 由更新版本的 Loupe 写入（格式 ${found}；本程序最高支持 ${dataVersion}）。`,
        '请重新安装较新的版本，或恢复用本版本所做的备份。',
      ],
    });
  }
  if (found !== dataVersion) writeFileSync(file, `${dataVersion}\n`);
}

function readVersion(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // An empty file is one that a power cut left behind before its first line was written.
  if (text === '') return undefined;
  if (!/^\d+$/.test(text)) {
    throw startError({
      en: [
        `${file} should contain a version number but contains "${text.slice(0, 40)}".`,
        'Check that LOUPE_DATA is a Loupe data folder.',
      ],
      zh: [`${file} 的内容不是版本号，而是「${text.slice(0, 40)}」。`, '请确认 LOUPE_DATA 指向 Loupe 的数据目录。'],
    });
  }
  return Number(text);
}
