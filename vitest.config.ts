// Two speeds of tests: `pure` (no server, no DOM, seconds) and `server` (real PostgreSQL, one database per test file).
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
            'apps/web/src/**/*.test.{ts,tsx}',
            'examples/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
          ],
          environment: 'node',
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
