/** Log lines: readable by programs, without secrets, rotated, and never a reason to fail. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
  open().info(
    {
      req: { id: 'r1', method: 'GET', url: '/handler?ticket=ti-4', rawHeaders: ['Authorization', 'au-5'], socket: {} },
    },
    'y',
  );
  const text = readFileSync(path.join(folder, 'api.jsonl'), 'utf8');
  expect(text).not.toMatch(/pw-1|tk-2|au-3|ti-4|au-5/);
  expect(lines()[1]).toMatchObject({ req: { id: 'r1', method: 'GET', url: '/handler' } });
});

it('writes errors with their cause, and whatever else can be printed of what goes in circles', () => {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  open().error(new Error('outer', { cause: new Error('inner') }), 'it broke');
  open().info({ loop }, 'circular');
  expect(lines()).toMatchObject([
    { message: 'it broke', error: { message: 'outer', cause: { message: 'inner' } } },
    { message: 'circular', loop: { self: '[again]' } },
  ]);
  expect(printed[0]).toMatch(/it broke: outer$/);
});

it('writes an object that stands in two places in both, and ends where too much hangs on it', () => {
  const shared = { image: 7, inner: { name: 'left' } };
  open().info({ first: shared, second: [shared, shared], error: { cause: shared } }, 'shared');
  expect(lines()[0]).toMatchObject({ first: shared, second: [shared, shared], error: { cause: shared } });
  // 2 ** 40 ways through 40 objects
  let doubled: object = {};
  for (let i = 0; i < 40; i++) doubled = { a: doubled, b: doubled };
  open().info({ doubled }, 'doubled');
  expect(lines()[1]).toMatchObject({ message: 'doubled' });
  expect(statSync(path.join(folder, 'api.jsonl')).size).toBeLessThan(1024 * 1024);
});

it('is no reason to fail where a value cannot be looked at', () => {
  const cruel = {
    get broken(): string {
      throw new Error('not readable');
    },
  };
  const denied = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('closed');
      },
    },
  );
  open().info({ cruel, denied, fine: 1 }, 'cruel');
  expect(lines()[0]).toMatchObject({ message: 'cruel', fine: 1 });
});

it('shows no control characters on the console, where they would write lines and colours of their own', () => {
  open().error(new Error('name\u001b[2J\u009b31m\r\n12:00:00 error api: forged\u2028'), 'refused \u0007');
  expect(printed).toHaveLength(1);
  expect(printed[0]).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  expect(printed[0]).toMatch(/refused .*name.*forged/);
});

it('hides the query of an address that is an object, and the bytes of a file', () => {
  open().info({ url: new URL('http://127.0.0.1/handler?ticket=ti-6'), file: Buffer.alloc(5) }, 'address');
  expect(lines()[0]).toMatchObject({ url: 'http://127.0.0.1/handler', file: '[5 bytes]' });
});

it('takes an error alone, dates, and values that no JSON knows', () => {
  const log = open();
  log.error(new Error('alone'));
  log.warn({ at: new Date(0), many: 5n, list: [{ password: 'pw-1' }], none: undefined }, 'others');
  expect(lines()).toMatchObject([
    { level: 'error', message: 'alone', error: { message: 'alone' } },
    { at: '1970-01-01T00:00:00.000Z', many: 5, list: [{ password: '[hidden]' }] },
  ]);
  expect(printed[0]).toMatch(/error api: alone$/);
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

it('moves it aside while it is written, and loses no line', () => {
  const log = open();
  const text = 'y'.repeat(1024 * 1024);
  for (let number = 0; number < 25; number++) log.info({ number, text }, 'large');
  const files = ['api.jsonl.2', 'api.jsonl.1', 'api.jsonl'].map((name) => path.join(folder, name));
  const numbers = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { number: number }).number),
  );
  expect(numbers).toEqual(Array.from({ length: 25 }, (_, number) => number));
  for (const file of files) expect(statSync(file).size).toBeLessThan(12 * 1024 * 1024);
});

it('begins a new file where somebody took the one that is written, and keeps the older ones', () => {
  for (const number of [1, 2, 3, 4]) writeFileSync(path.join(folder, `api.jsonl.${number}`), `{"older":${number}}\n`);
  const log = open();
  const text = 'y'.repeat(1024 * 1024);
  log.info({ number: 0 }, 'first');
  rmSync(path.join(folder, 'api.jsonl'));
  const written: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((line) => written.push(String(line)) > 0);
  for (let number = 1; number < 13; number++) log.info({ number, text }, 'large');
  spy.mockRestore();
  expect(written).toEqual([]);
  expect(lines().at(-1)).toMatchObject({ number: 12 });
  const kept = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8').slice(0, 11));
  expect(kept).toEqual(expect.arrayContaining([1, 2, 3, 4].map((number) => `{"older":${number}}`)));
});

it('goes on in the file that is full where no new one can be opened, and loses neither a line nor an older file', () => {
  for (const number of [1, 2]) writeFileSync(path.join(folder, `api.jsonl.${number}`), `{"older":${number}}\n`);
  const module = JSON.stringify(path.join(import.meta.dirname, 'log.ts'));
  const program = `import { createLog } from ${module}; import { closeSync, openSync } from 'node:fs';
    const log = createLog({ folder: process.argv[1], name: 'api', level: 'info' });
    const text = 'y'.repeat(1024 * 1024);
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch {}
    for (let number = 0; number < 16; number++) log.info({ number, text }, 'large');
    for (const one of taken) closeSync(one);
    for (let number = 16; number < 20; number++) log.info({ number, text }, 'large');`;
  const limited = [
    '-c',
    'ulimit -n 200; exec "$0" "$@"',
    process.execPath,
    '--input-type=module',
    '-e',
    program,
    folder,
  ];
  const { status, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.stringMatching(/EMFILE/)]);
  const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const all = texts
    .flatMap((one) => one.trim().split('\n'))
    .map((line) => JSON.parse(line) as { number?: number; older?: number });
  expect(all.flatMap(({ number }) => number ?? []).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i),
  );
  expect(all.flatMap(({ older }) => older ?? []).sort()).toEqual([1, 2]);
});

it.each([
  ['exits', 'process.exit(1)'],
  ['is killed', "process.kill(process.pid, 'SIGKILL')"],
  ['fails', "throw new Error('nobody catches it')"],
])('has the last line of a process that %s', (_, end) => {
  const module = JSON.stringify(path.join(import.meta.dirname, 'log.ts'));
  const program = `import { createLog } from ${module};
    const log = createLog({ folder: process.argv[1], name: 'api', level: 'info' });
    for (let i = 0; i < 100; i++) log.info({ i }, 'line');
    ${end};`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program, folder]);
  expect(status).not.toBe(0);
  expect(lines()).toHaveLength(100);
});

it.runIf(existsSync('/dev/full'))('goes on without a line where the disk is full', () => {
  symlinkSync('/dev/full', path.join(folder, 'api.jsonl'));
  const log = open();
  const written: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  for (let number = 0; number < 3; number++) log.info({ number }, 'nowhere to go');
  log.warn('seen on the console');
  spy.mockRestore();
  expect(written.join('')).toMatch(/log file .*ENOSPC/);
  expect(printed).toEqual([expect.stringMatching(/seen on the console/)]);
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
