// The single checks that `npm run check` and `npm test` are made of. Each runs one program and says how it went.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { countJunit, counting } from './counting.mjs';
import { nodeProgram } from './node-packages.mjs';
import { hasEngine, python } from './python.mjs';
import { ask, root, run } from './shell.mjs';

const results = path.join(root, '.cache', 'results');
const tool = (...parts) => path.join(root, 'node_modules', ...parts);
const node = (args, options) => run(nodeProgram(), args, options);

/** A check that counts no tests: it passes or fails as a whole. */
const plain = (name, work) => ({
  name,
  run: async () => {
    const { code, output, seconds } = await work();
    return { name, ok: code === 0, output, seconds };
  },
});

/** A step that cannot run here. `loud` ones make the whole run red: a missing browser is no reason to call it green. */
const skipped = (name, why) => ({
  name,
  run: async () => ({ name, ok: true, skippedBecause: why, output: '', seconds: 0 }),
});

// What has not changed since the last run is not looked at again; contents count, since a checkout changes all dates.
const known = ['--cache', '--cache-strategy', 'content', '--cache-location', path.join('.cache', 'prettier')];
export const format = plain('format', () =>
  node([tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', ...known, '.']),
);
export const lint = plain('lint', () => node([tool('oxlint', 'bin', 'oxlint'), '--deny-warnings']));
export const house = plain('house rules', () => node([path.join(root, 'scripts', 'lint-house.mjs')]));
// Nor here.
export const types = plain('types', () =>
  node([
    tool('typescript', 'bin', 'tsc'),
    '--incremental',
    '--tsBuildInfoFile',
    path.join('.cache', 'types.tsbuildinfo'),
  ]),
);

export function ruff() {
  if (!hasEngine()) return skipped('ruff', 'there is no engine yet');
  if (!existsSync(python) || !ask(python, ['-m', 'ruff', '--version'])) {
    return skipped('ruff', 'the Python environment is not installed (npm start or npm test makes it)');
  }
  return plain('ruff', () => run(python, ['-m', 'ruff', 'check', '--no-cache', '--line-length', '120', 'engine']));
}

function freshResult(name) {
  mkdirSync(results, { recursive: true });
  const file = path.join(results, name);
  rmSync(file, { force: true });
  return file;
}

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Tests of one vitest project: `pure`, `components` or `server`. `part`: `1/3` is the first third of its files. */
export function vitest(project, { part = '', workers = '' } = {}) {
  const name = part ? `${project} ${part}` : project;
  const file = freshResult(`vitest-${name.replace(/[ /]/g, '-')}.json`);
  const args = [
    tool('vitest', 'vitest.mjs'),
    'run',
    '--project',
    project,
    '--project',
    `${project}-alone`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(workers ? [`--maxWorkers=${workers}`] : []),
  ];
  // Files that are named are run as they are, not a part of them.
  const which = (files) => (part && files.length === 0 ? [`--shard=${part}`] : files);
  return counting(name, {
    work: (files) => node([...args, ...which(files)], { env: { NO_COLOR: '1' } }),
    count: () => {
      const json = readJson(file);
      return (
        json && {
          passed: json.numPassedTests,
          failed: json.numFailedTests,
          skipped: json.numPendingTests + json.numTodoTests,
          files: json.testResults.filter((one) => one.status === 'failed').map((one) => one.name),
        }
      );
    },
  });
}

export function pytest() {
  if (!hasEngine()) return skipped('engine', 'there is no engine yet');
  const file = freshResult('pytest.xml');
  const args = ['-m', 'pytest', '-q', '-rs', `--junitxml=${file}`];
  return counting('engine', {
    work: (files) =>
      run(python, [...args, ...(files.length > 0 ? files : ['tests'])], { cwd: path.join(root, 'engine') }),
    count: () => (existsSync(file) ? countJunit(readFileSync(file, 'utf8')) : undefined),
  });
}

export function browser(advice) {
  const config = path.join(root, 'apps', 'e2e', 'playwright.config.ts');
  if (!existsSync(path.join(root, 'apps', 'web', 'index.html'))) return skipped('browser', 'there is no web app yet');
  const chromium = findChromium();
  if (!chromium) return skipped('browser', `no Chromium was found. ${advice}`);
  const file = freshResult('playwright.json');
  const args = [tool('@playwright', 'test', 'cli.js'), 'test', '--config', config, '--reporter=list,json'];
  const env = {
    LOUPE_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    LOUPE_PYTHON: process.env.LOUPE_PYTHON || python,
  };
  return counting('browser', {
    work: (files) => node([...args, ...files], { env: { ...env, LOUPE_E2E_TRACE: files.length > 0 ? '1' : '' } }),
    count: () => {
      const json = readJson(file);
      if (!json) return undefined;
      const { expected, flaky, unexpected, skipped: left } = json.stats;
      const files = json.suites.filter(hasFailure).map((suite) => suite.file);
      return { passed: expected + flaky, failed: unexpected, skipped: left, files };
    },
  });
}

const hasFailure = (suite) => suite.specs?.some((spec) => !spec.ok) || suite.suites?.some(hasFailure) || false;
