// The one door for people: `node scripts/setup.mjs start | dev | test | check | bench | loupe | only-setup` (npm runs it).
// Installs what is missing, then hands over. Runs on any Node from 20 on, with nothing installed.
import { chromium } from './setup/chromium.mjs';
import { bench, dev, loupe, settings, start } from './setup/commands.mjs';
import { check } from './setup/check.mjs';
import { withSetupLock } from './setup/lock.mjs';
import { nodePackages } from './setup/node-packages.mjs';
import { engine, pythonEnvironment, pytorch } from './setup/python.mjs';
import { printFailure, showStep } from './setup/shell.mjs';
import { test } from './setup/tests.mjs';
import { webApp } from './setup/web.mjs';

const all = [nodePackages, pythonEnvironment, pytorch, engine, webApp];
const commands = {
  start: { needs: all, go: start },
  dev: { needs: [nodePackages, pythonEnvironment, pytorch, engine], go: dev },
  test: { needs: [...all, chromium], go: test },
  check: { needs: [nodePackages], go: check },
  bench: { needs: all, go: bench },
  loupe: { needs: [nodePackages], go: loupe },
  settings: { needs: [nodePackages], go: settings },
  'only-setup': { needs: all, go: () => 0 },
};

async function install(needs) {
  if (!needs.some((step) => step.isDue())) return;
  await withSetupLock(async () => {
    // Asked again: another set-up may have done the work while we waited.
    const due = needs.filter((step) => step.isDue());
    for (const [index, step] of due.entries()) await showStep(index + 1, due.length, step.title, step.install);
  });
}

async function main() {
  const [name = 'start', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(`Unknown command "${name}". Commands: ${Object.keys(commands).join(', ')}.`);
    return 2;
  }
  if (Number(process.versions.node.split('.')[0]) < 20) {
    console.error(`Cause: Node ${process.versions.node} is too old.\nCure:  Install Node 20 or newer.`);
    return 1;
  }
  await install(command.needs);
  return command.go(args);
}

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    printFailure(error);
    process.exitCode = 1;
  },
);
