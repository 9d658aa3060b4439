/** Build plugin: beside each file of the built app its brotli and gzip forms, which the server sends as they are. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const packed = /\.(js|css|html|svg|json)$/;
/** Below this nothing is won. */
const leastBytes = 1024;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < leastBytes) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    toBrotli(bytes, { params }).then((br) => writeFile(`${file}.br`, br)),
    toGzip(bytes, { level: 9 }).then((gz) => writeFile(`${file}.gz`, gz)),
  ]);
}

export function compressed(): Plugin {
  let folder: string;
  return {
    name: 'loupe-compressed',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = path.resolve(root, build.outDir)),
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((name) => packed.test(name)).map((name) => compress(path.join(folder, name))));
    },
  };
}
