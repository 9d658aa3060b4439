// Runs programs for the set-up: progress while they run, their output when they fail, and a failure in three words:
// which step, why, and what to do.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
export const isWindows = process.platform === 'win32';

/** An error a person can act on. `output` is the tail of what the failing program said. */
export function stepError(cause, cure, output = '') {
  return Object.assign(new Error(cause), { isStepError: true, cause_: cause, cure, output });
}

/** Known reasons for a failing install, found in the program's output: [pattern, cause, cure]. */
const knownCauses = [
  [
    /ENOSPC|No space left on device|Errno 28/i,
    'The disk is full.',
    'Free a few gigabytes (PyTorch alone takes about 1 GB), then run the same command again.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|Temporary failure in name resolution|NewConnectionError|Network is unreachable|Could not resolve|Failed to establish a new connection/i,
    'The package server cannot be reached.',
    'Check the network and the proxy settings (HTTPS_PROXY, npm config registry, pip index-url), then run the same command again.',
  ],
  [
    /CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT/i,
    'The certificate of the package server is not trusted here.',
    'Give your company certificate to npm (NODE_EXTRA_CA_CERTS) and pip (PIP_CERT), then run the same command again.',
  ],
  [
    /EUSAGE[^]*in sync/,
    'package-lock.json does not agree with the package.json files.',
    'If you changed dependencies: npm install, then node scripts/complete-lock.mjs. Else: git checkout package-lock.json.',
  ],
  [
    /EACCES|EPERM|Permission denied/i,
    'A file may not be written.',
    'Check that this account owns the project folder and its node_modules and .venv, then run the same command again.',
  ],
  [
    /ensurepip is not available|No module named venv|No module named ensurepip/i,
    'Python is there, but without its venv module.',
    'On Debian and Ubuntu: apt install python3-venv. Then run the same command again.',
  ],
  [
    /No matching distribution found|Could not find a version that satisfies/i,
    'A Python package is not offered for this Python or this machine.',
    'Use a Python from 3.10 to 3.14 on a 64-bit system (LOUPE_SETUP_PYTHON names another interpreter).',
  ],
];

/** Turns what a program said into a cause and a cure. */
export function explain(output, fallbackCause) {
  const known = knownCauses.find(([pattern]) => pattern.test(output));
  return known
    ? stepError(known[1], known[2], tail(output))
    : stepError(
        fallbackCause,
        'Read the lines above; fix what they name; then run the same command again.',
        tail(output),
      );
}

/** Start and end of a long output: npm names the fault first, pip last. */
export function tail(text, first = 15, last = 20) {
  const lines = text.trimEnd().split(/\r?\n/);
  if (lines.length <= first + last) return lines.join('\n');
  return [...lines.slice(0, first), `… ${lines.length - first - last} lines …`, ...lines.slice(-last)].join('\n');
}

/**
 * Runs a program to its end and keeps its output. Resolves to { code, output, seconds }; never rejects for a bad code.
 * `echo` shows the output as it comes.
 */
export function run(command, args, { cwd = root, env = {}, echo = false } = {}) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: isWindows && command === 'npm',
    });
    let output = '';
    const take = (chunk) => {
      output += chunk;
      if (echo) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) =>
      resolve({ code: 127, output: `${output}\n${error.message}`, seconds: since(started) }),
    );
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 128 : 1), output, seconds: since(started) }));
  });
}

/** Runs a program and throws a step error that names cause and cure when it fails. */
export async function mustRun(command, args, options = {}) {
  const result = await run(command, args, options);
  if (result.code !== 0)
    throw explain(result.output, `"${[command, ...args].join(' ')}" ended with code ${result.code}.`);
  return result.output;
}

/** First line of what a program prints, or undefined when it is not there or fails. */
export function ask(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8', cwd: root });
  return result.status === 0 ? (result.stdout || result.stderr).trim().split('\n')[0] : undefined;
}

export function since(started) {
  return Math.round((Date.now() - started) / 100) / 10;
}

export function seconds(value) {
  return value < 90 ? `${Math.round(value)} s` : `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

/** Shows "[2/5] Python packages … 41 s"; on a terminal the time runs, elsewhere a line comes every 20 s. */
export async function showStep(number, total, title, work) {
  const head = `[${number}/${total}] ${title} …`;
  const started = Date.now();
  const live = process.stdout.isTTY === true;
  process.stdout.write(live ? head : `${head}\n`);
  const timer = setInterval(
    () =>
      process.stdout.write(
        live ? `\r${head} ${seconds(since(started))} ` : `${head} still at it (${seconds(since(started))})\n`,
      ),
    live ? 1000 : 20_000,
  );
  try {
    await work();
    process.stdout.write(`${live ? '\r' : ''}${head} done in ${seconds(since(started))}\n`);
  } catch (error) {
    process.stdout.write(`${live ? '\r' : ''}${head} FAILED after ${seconds(since(started))}\n`);
    throw Object.assign(error, { step: title });
  } finally {
    clearInterval(timer);
  }
}

/** Prints a failed step in a form a person can act on. */
export function printFailure(error) {
  if (!error?.isStepError) return console.error(error);
  if (error.output) console.error(`\n${error.output}`);
  console.error(`\nStep:  ${error.step ?? 'set-up'}\nCause: ${error.cause_}\nCure:  ${error.cure}`);
}
