// The single checks that `npm run check` and `npm test` are made of. Each runs one program and says how it went.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
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

export const format = plain('format', () =>
  node([tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']),
);
export const lint = plain('lint', () => node([tool('oxlint', 'bin', 'oxlint'), '--deny-warnings']));
export const house = plain('house rules', () => node([path.join(root, 'scripts', 'lint-house.mjs')]));
export const types = plain('types', async () => {
  const configs = ['tsconfig.json', 'apps/web/tsconfig.json'].filter((file) => existsSync(path.join(root, file)));
  const runs = await Promise.all(configs.map((file) => node([tool('typescript', 'bin', 'tsc'), '-p', file])));
  return {
    code: Math.max(...runs.map((one) => one.code)),
    output: runs.map((one) => one.output).join(''),
    seconds: Math.max(...runs.map((one) => one.seconds)),
  };
});

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

/** A step that counts tests. Green means: it ran to its end, nothing failed, and at least one test passed. */
function counting(name, work, count) {
  return {
    name,
    run: async () => {
      const { code, output, seconds } = await work();
      const counts = count() ?? { passed: 0, failed: 0, skipped: 0 };
      const ok = code === 0 && counts.failed === 0 && counts.passed > 0;
      return { name, ok, output, seconds, counts };
    },
  };
}

/** Tests of one vitest project: `pure` or `server`. */
export function vitest(project, extra = []) {
  const file = freshResult(`vitest-${project}.json`);
  const args = [tool('vitest', 'vitest.mjs'), 'run', '--project', project, '--reporter=default', '--reporter=json'];
  return counting(
    project,
    () => node([...args, `--outputFile.json=${file}`, ...extra], { env: { NO_COLOR: '1' } }),
    () => {
      const json = readJson(file);
      return (
        json && {
          passed: json.numPassedTests,
          failed: json.numFailedTests,
          skipped: json.numPendingTests + json.numTodoTests,
        }
      );
    },
  );
}

export function pytest() {
  if (!hasEngine()) return skipped('engine', 'there is no engine yet');
  const file = freshResult('pytest.xml');
  return counting(
    'engine',
    () => run(python, ['-m', 'pytest', '-q', '-rs', `--junitxml=${file}`, 'tests'], { cwd: path.join(root, 'engine') }),
    () => {
      const suite = existsSync(file) && /<testsuite [^>]*>/.exec(readFileSync(file, 'utf8'))?.[0];
      if (!suite) return undefined;
      const number = (key) => Number(new RegExp(`\\b${key}="(\\d+)"`).exec(suite)?.[1] ?? 0);
      const failed = number('failures') + number('errors');
      return { passed: number('tests') - failed - number('skipped'), failed, skipped: number('skipped') };
    },
  );
}

export function browser(advice) {
  const config = path.join(root, 'apps', 'e2e', 'playwright.config.ts');
  if (!existsSync(path.join(root, 'apps', 'web', 'index.html'))) return skipped('browser', 'there is no web app yet');
  const chromium = findChromium();
  if (!chromium) return skipped('browser', `no Chromium was found. ${advice}`);
  const file = freshResult('playwright.json');
  return counting(
    'browser',
    () =>
      node([tool('@playwright', 'test', 'cli.js'), 'test', '--config', config, '--reporter=list,json'], {
        env: {
          LOUPE_CHROMIUM: chromium,
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
          LOUPE_PYTHON: process.env.LOUPE_PYTHON || python,
        },
      }),
    () => {
      const stats = readJson(file)?.stats;
      return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  );
}
