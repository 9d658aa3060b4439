/** One thing that a check-up found, in both languages. */
export type Level = 'ok' | 'note' | 'mended' | 'error';
export interface Finding {
  readonly level: Level;
  readonly zh: string;
  readonly en: string;
}

export const finding = (level: Level, zh: string, en: string): Finding => ({ level, zh, en });

/** So many files are named one by one. */
export const shownFiles = 10;

/** Findings about files, shortened: the first ones by name, the rest as a number. */
export function shownFindings(bad: readonly Finding[]): Finding[] {
  const more = bad.length - shownFiles;
  if (more <= 0) return [...bad];
  return [
    ...bad.slice(0, shownFiles),
    finding('error', `……另有 ${more} 个文件缺失或损坏`, `… and ${more} more files missing or damaged`),
  ];
}
