// The rules about imports find what they are there for, and leave alone what is allowed: one small house with all of it.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rules from '../.dependency-cruiser.mjs';
import { checkImports, checkLengths } from './lint-house.mjs';

const manifest = (name, dependencies = {}, devDependencies = {}) => {
  const main = name.startsWith('@loupe/') ? './src/index.ts' : './index.js';
  return JSON.stringify({ name, version: '1.0.0', type: 'module', exports: main, dependencies, devDependencies });
};
const ours = { '@loupe/contract': '*', '@loupe/geometry': '*', '@loupe/metrics': '*' };
const manifests = {
  'package.json': manifest('house', { rooted: '1.0.0' }),
  'packages/contract/package.json': manifest('@loupe/contract', { declared: '1.0.0', '@loupe/geometry': '*' }),
  'packages/geometry/package.json': manifest('@loupe/geometry', { '@loupe/contract': '*' }),
  'packages/metrics/package.json': manifest('@loupe/metrics', ours),
  'apps/server/package.json': manifest(
    '@loupe/server',
    { ...ours, declared: '1.0.0', 'onnxruntime-node': '1.0.0' },
    { tested: '1.0.0' },
  ),
  'apps/web/package.json': manifest('@loupe/web', { ...ours, react: '1.0.0' }),
  'bench/empty.ts': '',
  'examples/empty.ts': '',
  'scripts/empty.mjs': '',
  ...Object.fromEntries(
    ['rooted', 'declared', 'tested', 'there-by-luck', 'react', 'onnxruntime-node', 'vitest'].flatMap((name) => [
      [`node_modules/${name}/package.json`, manifest(name)],
      [`node_modules/${name}/index.js`, 'export const x = 1;'],
    ]),
  ),
};

const server = 'apps/server/src';
const web = 'apps/web/src';
/** From, import, and the rule that it breaks; without a rule it is allowed. */
const cases = [
  [`${server}/tables/a.ts`, '../core/db.ts', 'server: tables'],
  [`${server}/tables/b.ts`, './models.ts'],
  [`${server}/core/a.ts`, '../features/tasks/index.ts', 'server: core'],
  [`${server}/core/b.ts`, '../tables/models.ts'],
  [`${server}/families/detection/a.ts`, '../../features/tasks/index.ts', 'server: families, predictions and inference'],
  [`${server}/families/detection/b.ts`, '../../core/db.ts'],
  [`${server}/features/tasks/a.ts`, '../../app.ts', 'server: features and tasks-runner'],
  [`${server}/features/tasks/b.ts`, '../models/service.ts', 'server: doors of features'],
  [`${server}/features/tasks/c.ts`, '../models/index.ts'],
  [`${server}/features/tasks/d.ts`, './parts/x.ts'],
  [`${server}/features/tasks/e.ts`, '../../../../web/src/core/query.ts', 'apps: no other app'],
  [`${server}/features/tasks/f.test.ts`, '../../../../web/src/core/query.ts'],
  [`${server}/features/tasks/g.ts`, '../../testing/app.ts', 'tests stay outside'],
  [`${server}/features/tasks/h.ts`, 'there-by-luck', 'declared'],
  [`${server}/features/tasks/i.ts`, 'rooted', 'declared'],
  [`${server}/features/tasks/j.ts`, 'not-there', 'declared'],
  [`${server}/features/tasks/k.ts`, 'declared'],
  [`${server}/features/tasks/l.ts`, 'node:fs'],
  [`${server}/features/tasks/m.ts`, 'tested', 'server: tools of the tests'],
  [`${server}/features/tasks/n.test.ts`, 'tested'],
  [`${server}/features/tasks/o.test.ts`, 'vitest'],
  [`${server}/features/tasks/p.ts`, './nowhere.ts', 'resolvable'],
  [`${server}/features/tasks/q.ts`, '../../../../../packages/contract/src/index.ts', 'packages: by their names'],
  [`${server}/features/tasks/r.ts`, '@loupe/contract'],
  [`${server}/features/online/a.ts`, 'onnxruntime-node', 'server: ONNX Runtime'],
  [`${server}/inference/a.ts`, 'onnxruntime-node'],
  [`${server}/app.ts`, './features/models/index.ts'],
  [`${web}/canvas/a.ts`, 'react', 'web: canvas draws'],
  [`${web}/canvas/b.ts`, '../core/query.ts', 'web: locales and canvas'],
  [`${web}/ui/a.tsx`, '../features/models/api.ts', 'web: core and ui'],
  [`${web}/predictions/boxes/a.ts`, '../../features/models/api.ts', 'web: families and predictions'],
  [`${web}/features/tasks/pages/A.tsx`, '../../models/parts/Card.tsx', 'web: doors of features'],
  [`${web}/features/tasks/pages/B.tsx`, '../../models/api.ts'],
  [`${web}/features/tasks/pages/C.tsx`, '../../../core/call.ts', 'web: pages do not fetch'],
  [`${web}/features/tasks/parts/D.tsx`, '../../../core/call.ts'],
  [`${web}/features/tasks/parts/E.tsx`, '../../../app/main.tsx', 'web: features'],
  ['packages/contract/src/a.ts', '@loupe/geometry', 'packages: geometry is for metrics'],
  ['packages/geometry/src/a.ts', '@loupe/contract', 'packages: what they build on'],
  ['packages/metrics/src/a.ts', '@loupe/geometry'],
  ['packages/metrics/src/b.ts', '@loupe/contract', 'packages: what they build on'],
  ['packages/metrics/src/c.ts', 'node:fs', 'packages: they run in browsers'],
  ['packages/metrics/src/d.test.ts', 'node:fs'],
  ['packages/metrics/src/e.ts', '../../geometry/src/index.ts', 'packages: what they build on'],
];
/** Files that are imported above. */
const targets = [
  'tables/models.ts',
  'core/db.ts',
  'features/models/service.ts',
  'features/models/index.ts',
  'features/tasks/index.ts',
  'features/tasks/parts/x.ts',
  'testing/app.ts',
];
const webTargets = ['core/query.ts', 'core/call.ts', 'features/models/api.ts', 'features/models/parts/Card.tsx'];
const circle = {
  [`${web}/features/tasks/parts/one.ts`]: `import type { Two } from './two.ts';\nexport type One = Two | 1;\n`,
  [`${web}/features/tasks/parts/two.ts`]: `import type { One } from './one.ts';\nexport type Two = One | 2;\n`,
};
/** Every way of writing an import that oxlint lets pass (it refuses `import('…')` in types). */
const ways = [
  [`${server}/tables/way-1.ts`, `import { x } from '../core/db.ts';`],
  [`${server}/tables/way-2.ts`, `import type {\n  x,\n} from '../core/db.ts';`],
  [`${server}/tables/way-3.ts`, `import '../core/db.ts';`],
  [`${server}/tables/way-4.ts`, `export * from '../core/db.ts';`],
  [`${server}/tables/way-5.ts`, `export const x = await import('../core/db.ts');`],
];
const noWay = [
  `${server}/tables/no-way.ts`,
  `// import x from '../core/db.ts';\nexport const x = "from '../core/db.ts'";`,
];

let folder;
let found;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-house-'));
  const files = {
    ...manifests,
    ...circle,
    ...Object.fromEntries(targets.map((name) => [`${server}/${name}`, 'export const x = 1;'])),
    ...Object.fromEntries(webTargets.map((name) => [`${web}/${name}`, 'export const x = 1;'])),
    ...Object.fromEntries(['contract', 'geometry', 'metrics'].map((name) => [`packages/${name}/src/index.ts`, ''])),
    [`${web}/app/main.tsx`]: '',
    ...Object.fromEntries(cases.map(([from, to]) => [from, `import * as x from '${to}';\nexport const y = x;\n`])),
    ...Object.fromEntries([...ways, noWay]),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, name, '..'), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  mkdirSync(path.join(folder, 'node_modules/@loupe'));
  for (const name of ['contract', 'geometry', 'metrics'])
    symlinkSync(`../../packages/${name}`, path.join(folder, 'node_modules/@loupe', name), 'junction');
  found = await checkImports(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rulesFor = (file) => found.filter((one) => one.from === file).map((one) => one.rule);

describe('imports', () => {
  it.each(cases)('%s → %s: %s', (from, to, rule) => {
    if (rule) expect(rulesFor(from)).toContain(rule);
    else expect(rulesFor(from)).toEqual([]);
  });

  it('break each rule here at least once', () => {
    expect(new Set(found.map((one) => one.rule))).toEqual(new Set(rules.forbidden.map((rule) => rule.name)));
  });

  it.each(ways)('are seen however they are written: %s', (file) => {
    expect(rulesFor(file)).toEqual(['server: tables']);
  });

  it('are not seen in comments and texts', () => {
    expect(rulesFor(noWay[0])).toEqual([]);
  });

  it('make no circle, by types neither, and the whole circle is told', () => {
    const circles = found.filter((one) => one.rule === 'no circles');
    expect(circles).toHaveLength(1);
    expect(circles[0].text).toMatch(/parts\/one\.ts → .*parts\/two\.ts/);
  });
});

it('a Python file that is too long is named', () => {
  mkdirSync(path.join(folder, 'engine/parts'), { recursive: true });
  writeFileSync(path.join(folder, 'engine/parts/long.py'), 'x = 1\n'.repeat(401));
  writeFileSync(path.join(folder, 'engine/parts/short.py'), 'x = 1\n'.repeat(400));
  expect(checkLengths(folder)).toEqual([`${path.join('engine', 'parts', 'long.py')}: 401 lines (at most 400)`]);
});
