// A tool is a row of the registry and nothing else: one that only this test has is walked through the whole editor; and
// every tool takes exactly the steps between states that its tree names.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keymapOf } from '../keymap.ts';
import { createBench, stored } from '../testing/headless.ts';
import { stamp } from '../testing/stamp.ts';
import { rectangle } from './rectangle/index.ts';
import { offeredTool, tools, toolsFor } from './registry.ts';
import { select } from './select/index.ts';
import type { Bench } from '../testing/headless.ts';

const all = [...tools, stamp];
const begin = (): Bench => {
  const bench = createBench({}, all);
  expect(bench.key('KeyJ')).toBe(true);
  return bench;
};

describe('a tool that is registered', () => {
  it('is taken by its key, and draws a shape of its kind by the mouse', () => {
    const bench = begin();
    expect(bench.status().tool).toBe('stamp');
    bench.drag([100, 80], [130, 80]);
    expect(bench.ops).toHaveLength(1);
    expect(bench.ops[0]).toMatchObject({
      kind: 'put',
      shape: { kind: 'quad', points: [100, 50, 130, 80, 100, 110, 70, 80], labelId: 11, source: 'person' },
    });
    expect(bench.selections.at(-1)).toEqual([bench.shapes()[0]!.id]);
    bench.key('KeyZ', { ctrlKey: true });
    expect(bench.shapes()).toEqual([]);
  });

  it('is seen while it draws: draft, guides and cursor; the hand does not take its draft away, Escape does', () => {
    const bench = begin();
    bench.move(100, 80);
    bench.down(100, 80);
    bench.move(120, 80);
    bench.scheduler.run();
    expect(bench.lastScene()).toMatchObject({ guides: { x: 120, y: 80 }, draft: { shapes: [{ kind: 'quad' }] } });
    expect(bench.status().isDrawing).toBe(true);
    bench.key('KeyH');
    bench.scheduler.run();
    expect(bench.lastScene()).toMatchObject({ guides: null, draft: { shapes: [{ kind: 'quad' }] } });
    bench.key('Escape');
    expect(bench.status()).toMatchObject({ tool: 'pan', isDrawing: false });
    expect(bench.ops).toEqual([]);
  });

  it('keeps what it has half drawn until that is finished or given up: no other tool takes it away', () => {
    const bench = begin();
    bench.down(100, 80);
    bench.key('KeyR');
    expect([bench.status().tool, bench.notices]).toEqual(['stamp', ['canvas.unfinished']]);
    bench.move(130, 80);
    bench.up(130, 80);
    bench.key('KeyR');
    expect(bench.status()).toMatchObject({ tool: 'rectangle', shapeCount: 1 });
  });

  it('has a shape that the other tools edit as they do any other', () => {
    const bench = begin();
    bench.drag([100, 80], [130, 80]);
    bench.key('KeyV');
    bench.drag([130, 80], [150, 90]);
    expect(bench.shapes()[0]!.points).toEqual([100, 50, 150, 90, 100, 110, 70, 80]);
  });

  it('has its row in the table of keys, and is offered where its kind of shape is taken', () => {
    expect(keymapOf(all)).toContainEqual({
      command: 'tool.stamp',
      group: 'tool',
      keys: ['J'],
      when: 'any',
      title: stamp.title,
    });
    const some = [select, rectangle, stamp];
    expect(toolsFor(['quad'], some)).toEqual([select, stamp]);
    expect(toolsFor(['rect', 'polygon'], some)).toEqual([select, rectangle]);
    expect(offeredTool('rectangle', ['rect'], some)).toBe('rectangle');
    expect(offeredTool('rectangle', ['quad'], some)).toBe('stamp');
    expect(offeredTool('rectangle', ['polygon'], some)).toBe('select');
  });

  it('has an id and a key of its own', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  });
});

const corners: readonly [number, number][] = [
  [20, 20],
  [60, 20],
  [60, 60],
  [40, 40],
  [200, 200],
  [300, 40],
  [250, 156],
];
const spot = fc.constantFrom(...corners);
const keys = fc.constantFrom('Escape', 'Enter', 'Backspace', 'Delete', 'all');
const pressKey = (bench: Bench, key: string): boolean =>
  key === 'all' ? bench.key('KeyA', { ctrlKey: true }) : bench.key(key);
type Step = {
  at: [number, number];
  kind: 'click' | 'drag' | 'half' | 'double';
  to: [number, number];
  key: string | null;
};
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('click', 'drag', 'half', 'double'),
  at: spot,
  to: spot,
  key: fc.option(keys),
});

/** Every event of a gesture by itself; `half` is broken off by the key while the button is down. */
function eventsOf(bench: Bench, { kind, at, to, key }: Step): (() => void)[] {
  const press = key === null ? [] : [() => void pressKey(bench, key)];
  const click = [() => bench.move(...at), () => bench.down(...at), () => bench.up(...at)];
  if (kind === 'click') return [...click, ...press];
  if (kind === 'double') return [() => bench.doubleClick(...at), ...press];
  const drag = [() => bench.move(...at), () => bench.down(...at), () => bench.move(...to)];
  return kind === 'half' ? [...drag, ...press, () => bench.up(...to)] : [...drag, () => bench.up(...to), ...press];
}

it.each(all.map((def) => [def.id, def] as const))('%s goes from state to state exactly as its tree says', (id, def) => {
  const taken = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const shapes = [stored('rect', [20, 20, 60, 60]), stored('polygon', [180, 180, 320, 180, 250, 260])];
      const bench = createBench({ shapes }, all);
      bench.setTool(id);
      const { state } = bench.editor.tool;
      for (const run of steps.flatMap((one) => eventsOf(bench, one))) {
        const from = state();
        run();
        if (from !== state()) taken.add(`${from} → ${state()}`);
        // Escape with nothing to cancel puts the tool down.
        bench.setTool(id);
      }
    }),
    { seed: 7, numRuns: 300 },
  );
  const named = Object.entries(def.states).flatMap(([from, next]) => next.map((to) => `${from} → ${to}`));
  expect([...taken].sort()).toEqual(named.sort());
});
