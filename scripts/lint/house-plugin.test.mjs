// The rules of the house for oxlint: run over a small house by oxlint itself, since its interface for plugins may change.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exempt } from './house-plugin.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const server = 'apps/server/src';
const web = 'apps/web/src';

const refused = [
  [`${server}/features/a.ts`, `if (row.family === 'detection') go();`, 'family-questions'],
  [`${web}/ui/b.tsx`, `switch (props.family) { default: }`, 'family-questions'],
  [`${server}/features/c.ts`, 'export const wrong = one.familyId !== `anomaly`;', 'family-questions'],
  [`${server}/tasks-runner/p.ts`, `if (row.kind !== 'train') go();`, 'task-kind-questions'],
  [`${web}/features/q.tsx`, `switch (task?.kind) { case 'import': }`, 'task-kind-questions'],
  [`${server}/features/d.ts`, `export const type = 'singleStage';`, 'foreign-ids'],
  [`${server}/tasks-runner/e.ts`, `run({ recipe: 'detect' });`, 'foreign-ids'],
  [`${web}/features/results/pages/f.tsx`, `export const isBoxes = answer.type === 'boxes';`, 'foreign-ids'],
  [`${web}/features/results/pages/g.tsx`, `export const isHeat = answer.type === 'scoremap';`, 'foreign-ids'],
  [`${web}/features/h.ts`, `export type Kinds = 'boxes' | 'other';`, 'foreign-ids'],
  ['packages/contract/src/i.ts', 'export const where = [`scoremap`];', 'foreign-ids'],
  [`${server}/features/j.ts`, `export const isGood = (row) => row.dataset.role === 'ok';`, 'foreign-ids'],
  [`${server}/features/k.ts`, `export const isBad = roles.get(7)! === 'ng';`, 'foreign-ids'],
  [`${server}/features/l.ts`, `where(eq(table.role, 'pool'));`, 'foreign-ids'],
  [`${server}/features/m.ts`, `export const one = { role: 'ok' };`, 'foreign-ids'],
  [`${server}/features/n.ts`, `export type Side = 'ok' | 'ng';`, 'foreign-ids'],
  ['apps/web/src/core/scene.tsx', 'export const exempt = 1;', 'foreign-ids'],
  [`${server}/features/o.ts`, `for (const role of ['pool', 'train']) go(role);`, 'foreign-ids'],
];
const allowed = [
  [`${server}/families/anomaly/a.ts`, `if (family === 'anomaly') go({ role: 'ok' });`],
  [`${server}/predictions/boxes/b.ts`, `export const type = 'boxes';`],
  [`${web}/predictions/boxes/result/c.tsx`, `export const type = 'boxes';`],
  [`${server}/features/d.test.ts`, `go('boxes', 'detection', { role: 'ng' });`],
  [`${server}/testing/e.ts`, `go('boxes', 'detection', { role: 'ng' });`],
  [`${server}/features/f.ts`, `// 'boxes'\nexport const text = 'all boxes', level = 'ok', part = 'train';`],
  [`${server}/features/g.ts`, `export type Level = 'ok' | 'note';\nexport const parts = ['train', 'test'];`],
  [`${server}/features/h.ts`, `add({ setType: 'detection' });\nexport const type = row.setType ?? 'detection';`],
  [`${web}/features/i.ts`, `export const familyName = names[family];\nif (family === other) go();`],
  [`${server}/features/r.ts`, `if (shape.kind === 'rect' || line.kind === 'fault') go(eq(task.kind, 'test'));`],
];

let folder;
let found;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-plugin-'));
  for (const [file, text] of [...refused, ...allowed]) {
    mkdirSync(path.join(folder, file, '..'), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  const plugin = path.join(root, 'scripts/lint/house-plugin.mjs');
  const own = ['foreign-ids', 'family-questions', 'task-kind-questions'];
  const rules = Object.fromEntries(own.map((rule) => [`house/${rule}`, 'error']));
  const config = { jsPlugins: [plugin], categories: { correctness: 'off' }, rules };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config));
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '-c', 'config.json', '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  found = JSON.parse(stdout).diagnostics;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rulesFor = (file) => found.filter((one) => one.filename === file).map((one) => /\((.*)\)/.exec(one.code)[1]);

describe('literals', () => {
  it.each(refused)('%s: %s', (file, _, rule) => {
    expect(rulesFor(file)).toContain(rule);
  });

  it.each(allowed)('%s may say %s', (file) => {
    expect(rulesFor(file)).toEqual([]);
  });

  it.each(Object.keys(exempt))('%s is there, since it is exempt', (file) => {
    expect(existsSync(path.join(root, file))).toBe(true);
  });

  it('all of a list of roles are named', () => {
    expect(rulesFor(`${server}/features/n.ts`)).toHaveLength(2);
  });
});
