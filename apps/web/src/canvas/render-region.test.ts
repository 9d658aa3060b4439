// An outline that is worked out, and the clicks for it: seen on an image of any colour.

import { expect, it } from 'vitest';
import { paintActive } from './render-active.ts';
import { style } from './style.ts';
import { createBench } from './testing/headless.ts';
import { noDraft } from './tools/tool.ts';
import type { Painter } from './painter.ts';

it('is edged dark, and light between the dashes of its label', () => {
  const bench = createBench();
  bench.scheduler.run();
  const strokes: [unknown, boolean][] = [];
  const settings: Record<string | symbol, unknown> = {};
  let dash: readonly number[] = [];
  const painter = new Proxy(settings, {
    get: (_, name) => {
      if (name in settings) return settings[name];
      if (name === 'setLineDash') return (next: readonly number[]) => void (dash = next);
      return () => (name === 'stroke' ? void strokes.push([settings['strokeStyle'], dash.length > 0]) : undefined);
    },
  }) as unknown as Painter;
  const region = { rings: [[10, 10, 60, 10, 60, 60]], erases: false };
  paintActive(painter, { ...bench.lastScene()!, guides: null, draft: { ...noDraft, region } });
  expect(strokes).toEqual([
    [style.haloColor, false],
    [style.guide, false],
    [bench.lastScene()!.drawColor, true],
  ]);
});
