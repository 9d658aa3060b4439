/** Browser tests against the real server on a fresh data folder; run by `npm test` or `npm test -- browser`. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const root = path.resolve(import.meta.dirname, '../..');
/** Chosen once; the workers that read this file again find the choice in their environment. */
const once = (name: string, choose: () => string) => (process.env[name] ??= choose());

const port = once('LOUPE_E2E_PORT', () => String(20_000 + Math.floor(Math.random() * 20_000)));
const data = once('LOUPE_E2E_DATA', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-e2e-'));
  chmodSync(folder, 0o711);
  return folder;
});
const password = once('LOUPE_E2E_PASSWORD', () => 'e2e-Admin-1');
const server = path.join(root, 'apps/server/src/main.ts');
const traced = !process.env['CI'] || process.env['LOUPE_E2E_TRACE'] === '1';
const address = `http://127.0.0.1:${port}`;

// Only when all is over: a global teardown would take the folder away from under the server, which is stopped after it.
if (process.env['TEST_WORKER_INDEX'] === undefined && data.includes('loupe-e2e-')) {
  process.once('exit', () => rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 }));
}

export default defineConfig({
  testDir: './src',
  testMatch: '**/*.spec.ts',
  outputDir: path.join(root, 'test-results'),
  // One server and one database for all: a file is a story, and stories do not share objects.
  fullyParallel: false,
  workers: process.env['CI'] ? 1 : 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 240_000,
  // Long, for a machine with other work; what is there at once is seen at once all the same.
  expect: { timeout: 30_000 },
  use: {
    baseURL: address,
    // A locator that finds nothing is said soon; what may take long says so itself.
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    locale: 'zh-CN',
    // What comes in and goes out takes a third of the time of a story. Dialogs, rules and the flow are told with motion.
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    // Without a film: filming takes the processor from what is tested. A trace takes a fifteenth of it, so in CI only what
    // has failed, and is run once more, has one.
    trace: traced ? { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: true } : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['LOUPE_CHROMIUM'] || '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" "${server}"`,
    url: address,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      ...(process.env as Record<string, string>),
      DATABASE_URL: '',
      LOUPE_PORT: port,
      LOUPE_HOST: '127.0.0.1',
      LOUPE_DATA: data,
      LOUPE_ADMIN_PASSWORD: password,
      LOUPE_LANG: 'zh',
      LOUPE_SMS: 'console',
      LOUPE_OPERATOR: 'Example Works',
    },
  },
});
