/** The program: `node apps/server/src/main.ts` runs Loupe here; with `settings` it prints the table of settings. */
import path from 'node:path';
import { readConfig, settingsTable } from './config.ts';
import { describeStartError } from './core/start-error.ts';
import './core/quick-imports.ts';

const entry = (file: string) => path.join(import.meta.dirname, file);
const entries = { api: entry('api.ts'), worker: entry('worker.ts') };

async function main(args: readonly string[]): Promise<number> {
  const [command] = args;
  if (command === 'settings') {
    process.stdout.write(settingsTable());
    return 0;
  }
  if (command === 'openapi') {
    const { printOpenApi } = await import('./app.ts');
    process.stdout.write(`${JSON.stringify(printOpenApi(), null, 2)}\n`);
    return 0;
  }
  if (command !== undefined && command !== '--watch') {
    console.error(`Unknown command "${command}". Without one the server starts; there are "settings" and "openapi".`);
    return 2;
  }
  // Only now, when the hook for quick imports is in place.
  const { supervise } = await import('./supervisor/supervise.ts');
  const { ensureAdmin } = await import('./features/account/index.ts');
  return supervise(readConfig(), { entries, ensureAdmin, watch: command === '--watch' });
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(`\nLoupe did not start.\n${describeStartError(error)}`);
    process.exit(1);
  },
);
