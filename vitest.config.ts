// Three speeds of tests: `pure` (no server, no DOM, seconds), `components` (parts of the web app as a person uses them, in a
// DOM without a browser) and `server` (real PostgreSQL, one database per test file).
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

/** A file that mocks a module or registers something for good; it gets a process of its own. */
const alone = '**/*.alone.test.{ts,tsx,mjs}';

/**
 * One project for what shares its processes (each module is loaded once, which is most of the time of a short test) and
 * one, `<name>-alone`, for what must not.
 */
function speeds(name: string, include: string[], test: Record<string, unknown>): TestProjectConfiguration[] {
  const alike = { environment: 'node', ...test };
  const onlyAlone = include.map((pattern) => pattern.replace('*.test.', '*.alone.test.'));
  return [
    { test: { ...alike, name, include, exclude: [alone, '**/node_modules/**'], isolate: false } },
    { test: { ...alike, name: `${name}-alone`, include: onlyAlone } },
  ];
}

export default defineConfig({
  test: {
    projects: [
      ...speeds(
        'pure',
        [
          'packages/*/src/**/*.test.ts',
          'apps/web/src/**/*.test.ts',
          'examples/**/*.test.ts',
          'scripts/**/*.test.{ts,mjs}',
        ],
        // those that try many random cases take seconds where others use the processors too
        { testTimeout: 60_000, hookTimeout: 60_000 },
      ),
      ...speeds('components', ['apps/web/src/**/*.test.tsx'], {
        environment: 'jsdom',
        setupFiles: ['apps/web/src/testing/dom.ts'],
        env: { DEBUG_PRINT_LIMIT: '0' },
        testTimeout: 180_000,
        // names of classes as they are written, so that a test may say which it means
        css: { modules: { classNameStrategy: 'non-scoped' } },
      }),
      ...speeds('server', ['apps/server/src/**/*.test.ts'], {
        execArgv: ['--import', new URL('apps/server/src/core/quick-imports.ts', import.meta.url).href],
        globalSetup: ['apps/server/src/testing/global-setup.ts'],
        // Real processes and a real database on a busy two-core machine: patience, not a timed assertion.
        testTimeout: 180_000,
        hookTimeout: 180_000,
        maxWorkers: 2,
      }),
    ],
  },
});
