/**
 * Part of bench ocr: what an image with five texts costs from file to texts, on one thread (`five_texts_ms`). The drawn images
 * have one to ten texts and none has five, so that it is read from the line through all of them.
 */
import { readFileSync } from 'node:fs';
import { figure, mean, type Figure } from './bench.ts';

/** Milliseconds of CPU time that the processes which this one started have used: their clock ticks a hundred times a second. */
function cpuOfChildren(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children.reduce((sum, id) => {
    // the name of the program, in brackets, may have spaces
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return sum + 10 * (Number(fields[11]) + Number(fields[12]));
  }, 0);
}

/** The least-squares line through points, at a place. */
function lineAt(points: readonly (readonly [x: number, y: number])[], at: number): number {
  const [middleX, middleY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const rise = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  const run = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
  return middleY + (rise / run) * (at - middleX);
}

/** A tick is 10 ms: so often is each image read. */
const times = 5;

/** `read`: how many texts were read on an image, by one process with one thread. */
export async function fiveTextsFigures(
  files: readonly string[],
  read: (file: string) => Promise<number>,
): Promise<Record<string, Figure>> {
  if (process.platform !== 'linux') {
    console.log('five_texts_ms: NOT MEASURED, CPU time of a process is read as Linux has it');
    return {};
  }
  const points: (readonly [number, number])[] = [];
  for (const file of files) {
    // oxlint-disable no-await-in-loop -- one after the other, on one thread
    const texts = await read(file);
    const before = cpuOfChildren();
    for (let time = 0; time < times; time++) await read(file);
    points.push([texts, (cpuOfChildren() - before) / times]);
    // oxlint-enable no-await-in-loop
  }
  return { five_texts_ms: figure(lineAt(points, 5), 'ms', { goal: '<= 200' }) };
}
