/** Log lines: readable by programs, without secrets, rotated, and never a reason to fail. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog, withLogFields } from './log.ts';

let folder: string;
let printed: string[];
const open = (level: 'debug' | 'info' = 'info') =>
  createLog({ folder, name: 'api', level, print: (line) => printed.push(line) });
const lines = () =>
  readFileSync(path.join(folder, 'api.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-log-'));
  printed = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('writes one JSON line for each call, also for a text with line breaks', () => {
  const log = open().child({ taskId: 7 });
  log.info({ userId: 1 }, 'first\r\nfaked: line');
  log.debug('not at this level');
  log.warn('second');
  expect(lines()).toMatchObject([
    { level: 'info', process: 'api', taskId: 7, userId: 1, message: 'first\r\nfaked: line' },
    { level: 'warn', message: 'second' },
  ]);
  expect(printed).toEqual([expect.stringMatching(/warn api: second$/)]);
});

it('hides secrets at any depth and the query of an address', () => {
  open().info(
    { body: { password: 'pw-1', nested: { sessionToken: 'tk-2' } }, headers: { Authorization: 'au-3' } },
    'x',
  );
  open().info({ req: { id: 'r1', method: 'GET', url: '/handler?ticket=ti-4', socket: {} } }, 'y');
  const text = readFileSync(path.join(folder, 'api.jsonl'), 'utf8');
  expect(text).not.toMatch(/pw-1|tk-2|au-3|ti-4/);
  expect(lines()[1]).toMatchObject({ req: { id: 'r1', method: 'GET', url: '/handler' } });
});

it('writes errors with their cause, and survives what cannot be printed', () => {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  open().error(new Error('outer', { cause: new Error('inner') }), 'it broke');
  open().info({ loop }, 'circular');
  expect(lines()).toMatchObject([
    { message: 'it broke', error: { message: 'outer', cause: { message: 'inner' } } },
    { message: 'circular', unprintable: expect.stringMatching(/circular/i) as string },
  ]);
  expect(printed[0]).toMatch(/it broke: outer$/);
});

it('moves a full file aside and keeps a limited number', () => {
  const full = 'x'.repeat(10 * 1024 * 1024 + 1);
  for (let round = 0; round < 8; round++) {
    writeFileSync(path.join(folder, 'api.jsonl'), full);
    open().info('fresh');
  }
  expect(readdirSync(folder).sort()).toEqual(['api.jsonl', ...[1, 2, 3, 4, 5].map((number) => `api.jsonl.${number}`)]);
  expect(lines()).toHaveLength(1);
});

it('writes what is being worked on into every line, also after a wait', async () => {
  const log = open();
  await withLogFields({ id: 'r-1' }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    withLogFields({ taskId: 7 }, () => log.info('deep'));
  });
  log.info('outside');
  expect(lines()[0]).toMatchObject({ id: 'r-1', taskId: 7, message: 'deep' });
  expect(lines()[1]).not.toHaveProperty('id');
});
