// Three speeds of tests: `pure` (no server, no DOM, seconds), `components` (parts of the web app as a person uses them, in a
// DOM without a browser) and `server` (real PostgreSQL, one database per test file).
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          // those that try many random cases take seconds where others use the processors too
          testTimeout: 60_000,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
            'examples/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
          ],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'components',
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/dom.ts'],
          env: { DEBUG_PRINT_LIMIT: '0' },
          testTimeout: 180_000,
          // names of classes as they are written, so that a test may say which it means
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          environment: 'node',
          execArgv: ['--import', new URL('apps/server/src/core/quick-imports.ts', import.meta.url).href],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // Real processes and a real database on a busy two-core machine: patience, not a timed assertion.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
