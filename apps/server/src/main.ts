/** The program: `node apps/server/src/main.ts` runs Loupe here; with a command it does what an operator wants. */
import path from 'node:path';
import { useCodeCache } from './core/code-cache.ts';
import { dataFolder } from './core/data-place.ts';
import { describeStartError, terminalLocale } from './core/start-error.ts';
import './core/quick-imports.ts';

const entry = (file: string) => path.join(import.meta.dirname, file);
const entries = { api: entry('api.ts'), worker: entry('worker.ts') };

const titles = { zh: 'Loupe 未能完成。', en: 'Loupe could not do this.' } as const;

async function main(args: readonly string[]): Promise<number> {
  const [command] = args;
  // Before anything of size is loaded: the settings alone bring 160 modules.
  useCodeCache(dataFolder());
  if (command === 'settings') {
    const { settingsTable } = await import('./config.ts');
    process.stdout.write(settingsTable());
    return 0;
  }
  if (command === 'openapi') {
    const { printOpenApi } = await import('./app.ts');
    process.stdout.write(`${JSON.stringify(printOpenApi(), null, 2)}\n`);
    return 0;
  }
  if (command === 'backup' || command === 'restore' || command === 'doctor' || command === 'user') {
    const { runCommand } = await import('./operations/cli.ts');
    return runCommand(command, args.slice(1));
  }
  if (command !== undefined && command !== '--watch') {
    console.error(
      `Unknown command "${command}". Without one the server starts; there are backup, restore, doctor, user, settings, openapi.`,
    );
    return 2;
  }
  const { readConfig } = await import('./config.ts');
  const config = readConfig();
  // Only now, when the hook for quick imports is in place.
  const { supervise } = await import('./supervisor/supervise.ts');
  const { ensureAdmin } = await import('./features/account/index.ts');
  return supervise(config, { entries, ensureAdmin, watch: command === '--watch' });
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(`\n${titles[terminalLocale()]}\n${describeStartError(error)}`);
    process.exit(1);
  },
);
