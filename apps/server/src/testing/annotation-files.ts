/** What the import makes of annotation files, without a server: the archive is read as an import reads it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Problem, ShapeKind } from '@loupe/contract';
import { annotationArgs, cocoShape, maskBudget } from '../features/annotation/index.ts';
import { problem } from '../features/datasets/index.ts';
import { openArchive } from '../features/transfers/archive/index.ts';
import { withEmbedded } from '../features/transfers/imports/embedded.ts';
import { readAnnotations } from '../features/transfers/imports/inspect.ts';
import { zipOf, type ZipEntry } from './archives.ts';

const kinds: readonly ShapeKind[] = ['rect', 'rrect', 'polygon'];

export interface ReadFiles {
  format: string;
  files: number;
  classes: Record<string, number>;
  colors: Record<string, string>;
  /** Of the archive, of its annotation files, and of the shapes of the images, as `file: key`. */
  problems: string[];
  texts: readonly Problem[];
  /** Paths of all images. */
  images: string[];
  /** Shapes of an image with their labels, lower ones first; undefined where nothing is said of it. */
  of: Record<string, { label: string; kind: string; points: number[]; parts: number[]; ignore: boolean }[] | undefined>;
  /** Of an image that is embedded in a file. */
  bytes: (path: string) => Buffer;
}

/** `images`: empty files of these names lie beside the entries; all are as large as `size`. */
export async function readFiles(
  entries: readonly ZipEntry[],
  { images = ['a.png'], size = { width: 100, height: 80 } } = {},
): Promise<ReadFiles> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-files-'));
  try {
    const file = path.join(folder, 'x.zip');
    writeFileSync(file, zipOf([...images.map((name) => ({ name, data: 'x' })), ...entries]));
    const { signal } = new AbortController();
    const plain = await openArchive(file, 'zip', { folder, signal });
    try {
      const archive = await withEmbedded(plain, signal);
      const found = await readAnnotations(archive, signal);
      const all = [...archive.problems, ...found.problems];
      const of: ReadFiles['of'] = {};
      const bytes = new Map<string, Buffer>();
      const budget = maskBudget();
      for (const entry of archive.entries.filter(({ kind }) => kind === 'image')) {
        /* oxlint-disable no-await-in-loop -- as an import does, one after the other */
        if (entry.from) bytes.set(entry.path, await buffer(await archive.read(entry)));
        const records = await found.of(entry.path, size);
        /* oxlint-enable no-await-in-loop */
        all.push(...(records?.problems ?? []));
        of[entry.path] = records?.objects.flatMap(({ className, name, annotation }) => {
          const read = cocoShape(annotation, { ...size, kinds }, budget);
          if (read.problem) all.push(problem(entry.path, read.problem, annotationArgs(name)));
          if (!read.shape) return [];
          const { kind, points, parts, ignore } = read.shape;
          return [{ label: className, kind, points, parts, ignore }];
        });
      }
      return {
        format: found.format,
        files: found.files,
        classes: Object.fromEntries(found.classes),
        colors: Object.fromEntries(found.colors ?? []),
        problems: all.map((one) => `${one.file}: ${one.key}`),
        texts: all,
        images: archive.entries.filter(({ kind }) => kind === 'image').map((one) => one.path),
        of,
        bytes: (of) => bytes.get(of)!,
      };
    } finally {
      await plain.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
