// One set-up at a time in one checkout: a second one waits for the first instead of installing over it.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './shell.mjs';

const defaultFile = path.join(root, '.cache', 'setup.lock');

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** On Linux the start time tells a living holder from a new process that got the same number. */
function startOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[19];
  } catch {
    return '';
  }
}

/** The lock appears with its content in one step: a waiting set-up never reads half of it. */
function tryTake(file) {
  const own = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(own, `${process.pid} ${startOf(process.pid)}`);
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isGone(text) {
  const [pid, start] = text.split(' ');
  return !isAlive(Number(pid)) || startOf(Number(pid)) !== (start ?? '');
}

/** Removes a dead set-up's lock by rename; what another one put there in the meantime is put back. */
function removeDead(file, seen) {
  const aside = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== seen) linkSync(aside, file);
  } catch {
    // Another waiting set-up was faster.
  }
  rmSync(aside, { force: true });
}

/** Runs `work` alone. Waits while another living process holds the lock; a dead one's lock is taken away. */
export async function withSetupLock(work, file = defaultFile) {
  let announced = false;
  while (!tryTake(file)) {
    const other = read(file);
    if (other === undefined) continue;
    if (isGone(other)) {
      removeDead(file, other);
      continue;
    }
    if (!announced)
      console.log(`Another set-up (process ${other.split(' ')[0]}) is at work in this folder; waiting for it.`);
    announced = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
