/** The rule of an upload, checked before any byte is sent: images of the accepted kinds, at most 20 in one batch. */
import { limits, type MessageArgs, type MessageKey } from '@loupe/contract';

export const acceptedExtensions = ['jpg', 'jpeg', 'png', 'bmp', 'tif', 'tiff'] as const;
/** For the file picker of the browser. */
export const acceptAttribute = acceptedExtensions.map((e) => `.${e}`).join(',');

export interface RuleProblem {
  file: string;
  key: MessageKey;
  args: MessageArgs;
}
export interface NamedFile {
  name: string;
  size: number;
}
export interface BatchCheck<F extends NamedFile> {
  /** More than one batch may have: they go another way, as a whole. */
  areMany: boolean;
  send: F[];
  /** Files that are left out; the others are sent. */
  problems: RuleProblem[];
}

const problemOf = (file: NamedFile): RuleProblem | null => {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!file.name.includes('.') || !acceptedExtensions.some((e) => e === extension)) {
    return { file: file.name, key: 'image.type', args: { file: file.name } };
  }
  if (file.size > limits.imageBytes) {
    const max = `${limits.imageBytes / 1024 ** 2} MB`;
    return { file: file.name, key: 'image.bytes', args: { file: file.name, max } };
  }
  return null;
};

export const checkBatch = <F extends NamedFile>(files: readonly F[]): BatchCheck<F> => {
  if (files.length > limits.uploadImages) return { areMany: true, send: [], problems: [] };
  const problems = files.flatMap((file) => problemOf(file) ?? []);
  const bad = new Set(problems.map((p) => p.file));
  return { areMany: false, send: files.filter((f) => !bad.has(f.name)), problems };
};
