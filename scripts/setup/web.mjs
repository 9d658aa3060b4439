// The built web app (apps/web/dist), which the server serves.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { nodeProgram } from './node-packages.mjs';
import { mustRun, root } from './shell.mjs';
import { hashTree, readStamp, writeStamp } from './stamps.mjs';

const web = path.join(root, 'apps', 'web');
const stamp = path.join(web, 'dist', '.loupe-stamp');

const sources = () => [
  path.join(web, 'src'),
  path.join(web, 'public'),
  path.join(web, 'index.html'),
  path.join(web, 'vite.config.ts'),
  path.join(web, 'compress.ts'),
  path.join(web, 'markdown.ts'),
  path.join(root, 'packages'),
  // the help of the app shows them
  path.join(root, 'docs', 'guide'),
  path.join(root, 'docs', 'images', 'guide'),
  path.join(root, 'CHANGELOG.md'),
  path.join(root, 'package-lock.json'),
];

const hasWeb = () => existsSync(path.join(web, 'index.html'));
const isDue = () => hasWeb() && readStamp(stamp) !== hashTree(sources());

async function build() {
  const before = hashTree(sources());
  await mustRun(
    nodeProgram(),
    [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: web,
    },
  );
  writeStamp(stamp, before);
}

export const webApp = { title: 'web app', isDue, install: build };
