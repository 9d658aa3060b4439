// What runs once everything is installed: the server, the developer's two servers, benchmarks.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeProgram } from './node-packages.mjs';
import { python } from './python.mjs';
import { root } from './shell.mjs';

const serverMain = path.join(root, 'apps', 'server', 'src', 'main.ts');

/**
 * Runs a program in the foreground until it ends. Ctrl-C reaches it by itself, so we only wait; a SIGTERM to us is
 * passed on. The IPC channel tells it when we are gone, however that happened.
 */
function foreground(args, { env = {}, ipc = false, cwd = root } = {}) {
  const child = spawn(nodeProgram(), args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', ...(ipc ? ['ipc'] : [])],
  });
  const pass = () => child.kill('SIGTERM');
  process.on('SIGINT', () => {});
  process.on('SIGTERM', pass);
  process.on('SIGHUP', pass);
  const stopWatching = watchNpm(pass);
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  }).finally(stopWatching);
  return { ended, stop: pass };
}

/** Our parent and, where /proc tells, its parent: npm starts us directly or through a shell. */
function ancestors() {
  const parent = process.ppid;
  try {
    return `${parent} ${readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]}`;
  } catch {
    return String(parent);
  }
}

/** When npm started us and is killed outright, nobody passes that on: notice that an ancestor has gone. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    onGone();
  }, 500);
  return () => clearInterval(timer);
}

const serverEnv = () => ({ LOUPE_PYTHON: process.env.LOUPE_PYTHON || python });

export const start = (args) => foreground([serverMain, ...args], { env: serverEnv(), ipc: true }).ended;

/** What an operator does: backup, restore, doctor, user. */
export const loupe = (args) => foreground([serverMain, ...(args.length > 0 ? args : ['user'])]).ended;

export const settings = () => foreground([serverMain, 'settings']).ended;

/** The server, started again at each change, and Vite with its proxy to the server; both end together. */
export async function dev() {
  const server = foreground(['--watch', '--watch-preserve-output', serverMain], { env: serverEnv() });
  const vite = foreground([path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: path.join(root, 'apps', 'web'),
  });
  const code = await Promise.race([server.ended, vite.ended]);
  server.stop();
  vite.stop();
  await Promise.all([server.ended, vite.ended]);
  return code;
}

export const bench = (args) => foreground([path.join(root, 'bench', 'run.ts'), ...args], { env: serverEnv() }).ended;
