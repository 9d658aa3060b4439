// One set-up at a time in one checkout: a second one waits for the first instead of installing over it.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { root } from './shell.mjs';

const file = path.join(root, '.cache', 'setup.lock');

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

function tryTake() {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, `${process.pid} ${startOf(process.pid)}`);
    closeSync(handle);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function holder() {
  try {
    const [pid, start] = readFileSync(file, 'utf8').split(' ');
    return { pid: Number(pid), start: start ?? '' };
  } catch {
    return undefined;
  }
}

/** Runs `work` alone. Waits while another living process holds the lock; a dead one's lock is taken away. */
export async function withSetupLock(work) {
  let announced = false;
  while (!tryTake()) {
    const other = holder();
    // A pid of 0 is a lock whose owner has not written its number yet.
    const gone = other && other.pid > 0 && (!isAlive(other.pid) || startOf(other.pid) !== other.start);
    if (gone) rmSync(file, { force: true });
    else if (!announced) {
      console.log(`Another set-up (process ${other?.pid || '?'}) is at work in this folder; waiting for it.`);
      announced = true;
    }
    await new Promise((resolve) => setTimeout(resolve, gone ? 20 : 500));
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
