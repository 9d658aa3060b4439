// The house lint finds what it is there for, and leaves alone what is allowed.
import { describe, expect, it } from 'vitest';
import { checkDeclared, checkFile, importsOf } from './lint-house.mjs';

const imports = (specifier) => `import { a } from '${specifier}';\n`;

describe('house lint', () => {
  it('names packages that are there by luck, and no files, own packages or parts of Node', () => {
    const manifest = { name: '@loupe/metrics', own: new Set(['zod', '@scope/known']) };
    const check = (specifier) => checkDeclared('a.ts', imports(specifier), manifest);
    expect(check('pino')).toEqual(['imports pino, which its package.json does not declare']);
    expect(check('@scope/other/deep')).toEqual(['imports @scope/other, which its package.json does not declare']);
    for (const fine of ['zod', 'zod/v4', '@scope/known/deep', 'node:fs', './x.ts', 'vitest', '@loupe/metrics'])
      expect(check(fine)).toEqual([]);
  });

  it('reads static, type, side-effect, re-export and dynamic imports', () => {
    const source = `import a from './a.ts';\nimport type {\n  B,\n} from './b.ts';\nimport './c.ts';\nexport * from './d.ts';\nconst e = await import('./e.ts');\n`;
    expect(importsOf(source).sort()).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
  });

  it.each([
    ['apps/server/src/core/db.ts', imports('../features/tasks/index.ts'), /imports go down only/],
    ['apps/server/src/families/detection/index.ts', imports('../../features/tasks/index.ts'), /imports go down only/],
    [
      'apps/server/src/features/tasks/service.ts',
      imports('../models/service.ts'),
      /must enter feature models by index\.ts/,
    ],
    ['apps/server/src/features/tasks/service.ts', imports('../../app.ts'), /imports go down only/],
    [
      'apps/web/src/features/tasks/pages/List.tsx',
      imports('../../models/parts/Card.tsx'),
      /must enter feature models by api\.ts/,
    ],
    ['apps/server/src/tables/tasks.ts', imports('../core/db.ts'), /imports go down only/],
    ['apps/web/src/canvas/view.ts', imports('react'), /canvas knows no react/],
    ['apps/web/src/canvas/view.ts', imports('../../../server/src/core/db.ts'), /must not reach into/],
    ['apps/server/src/features/online/run.ts', imports('onnxruntime-node'), /only inference/],
    ['packages/contract/src/index.ts', imports('@loupe/geometry'), /must not import/],
    ['packages/metrics/src/ap.ts', imports('node:fs'), /runs in browsers/],
    ['apps/server/src/features/tasks/service.ts', `if (project.family === 'ocr') go();`, /asks which family/],
    ['apps/web/src/ui/Tag.tsx', `switch (props.family) {}`, /asks which family/],
  ])('complains about %s', (file, source, complaint) => {
    expect(checkFile(file, source).join('\n')).toMatch(complaint);
  });

  it.each([
    ['apps/server/src/core/db.ts', imports('../tables/index.ts')],
    ['apps/server/src/features/tasks/service.ts', imports('../models/index.ts')],
    ['apps/server/src/features/tasks/service.ts', imports('./parts/x.ts')],
    ['apps/server/src/tables/tasks.ts', imports('./models.ts')],
    ['apps/server/src/api.ts', imports('./features/tasks/index.ts')],
    ['apps/web/src/features/tasks/pages/List.tsx', imports('../../models/api.ts')],
    ['apps/server/src/families/detection/index.ts', `if (row.family === 'detection') go();`],
    ['packages/metrics/src/ap.ts', imports('@loupe/geometry')],
    ['apps/web/src/canvas/merge.test.ts', imports('../../../server/src/features/annotation/merge.ts')],
  ])('accepts %s', (file, source) => {
    expect(checkFile(file, source)).toEqual([]);
  });
});
