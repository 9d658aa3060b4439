/**
 * A file of lines that is moved aside when it is full. Each line is written before the call returns, so that the last ones before an
 * exit, a crash or a kill are there: rotating-file-stream loses what is written in the turn that ends the process (all 100 of 100
 * lines), and pino-roll, which can write at once, loads date-fns for it (50 ms and 7 MB in each process).
 */
import { renameSync, rmSync, statSync } from 'node:fs';
import { pino } from 'pino';

const maxBytes = 10 * 1024 * 1024;
const keptFiles = 5;
/** What is held back in memory while the disk is full; later lines go to the console. */
const heldBytes = 16 * 1024 * 1024;

/** After so many bytes more a new file is tried again, where none could be opened. */
const againBytes = 1024 * 1024;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Nothing where the file is gone: somebody took it, or the last try moved it. */
function moveAside(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })) return;
  rmSync(`${file}.${keptFiles}`, { force: true });
  for (let number = keptFiles - 1; number >= 1; number--)
    if (statSync(`${file}.${number}`, { throwIfNoEntry: false }))
      renameSync(`${file}.${number}`, `${file}.${number + 1}`);
  renameSync(file, `${file}.1`);
}

/** Several processes must not share one file. */
export function openLogFile(file: string): { write: (line: string) => void } {
  const out = pino.destination({ dest: file, sync: true, mkdir: true, maxLength: heldBytes });
  // A full disk must not end the server; the console is what is left.
  const complain = (error: Error, line = '') => process.stderr.write(`log file ${file}: ${error.message}\n${line}`);
  out.on('error', complain);
  out.on('drop', (line: string) => process.stderr.write(line));
  let size = sizeOf(file);
  const beginNew = () => {
    try {
      moveAside(file);
      out.reopen();
      size = 0;
    } catch (error) {
      // lines go on into the one that is open, which the next try must not close twice
      out.removeAllListeners('ready');
      size = maxBytes - againBytes;
      complain(error as Error);
    }
  };
  return {
    write(line) {
      try {
        if (size > maxBytes) beginNew();
        size += Buffer.byteLength(line);
        out.write(line);
      } catch (error) {
        complain(error as Error, line);
      }
    },
  };
}
