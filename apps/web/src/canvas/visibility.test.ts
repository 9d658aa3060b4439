// What is hidden, or of the sort that is not shown, can neither be seen nor hit nor selected.

import { describe, expect, it } from 'vitest';
import { createBench, stored } from './testing/headless.ts';

const person = stored('rect', [10, 10, 60, 60]);
const model = stored('rect', [100, 100, 160, 160], { source: 'model', score: 0.8, versionId: 3 });

describe('the stage', () => {
  it('leaves out hidden shapes until they are shown again', () => {
    const bench = createBench({ shapes: [person, model] });
    bench.select([person.id]);
    bench.setHidden([person.id]);
    expect(bench.selections.at(-1)).toEqual([]);
    bench.click(30, 30);
    bench.key('KeyA', { ctrlKey: true });
    expect(bench.selections.at(-1)).toEqual([model.id]);
    bench.setHidden([]);
    bench.click(30, 30);
    expect(bench.selections.at(-1)).toEqual([person.id]);
    expect(bench.shapes()).toHaveLength(2);
    expect(bench.ops).toEqual([]);
  });

  it('keeps a hidden shape hidden when somebody else changes it, and forgets with the next image', () => {
    const bench = createBench({ shapes: [person] });
    bench.setHidden([person.id]);
    bench.applyRemote([{ shapeId: person.id, shape: { ...person, rev: 2, points: [10, 10, 90, 90] } }]);
    bench.click(30, 30);
    expect(bench.selections).toEqual([]);
    bench.loadImage({ imageId: 2, width: 400, height: 300, bitmap: null, shapes: [person] });
    bench.click(30, 30);
    expect(bench.selections.at(-1)).toEqual([person.id]);
  });

  it('keeps what persons drew and what a model said apart', () => {
    const bench = createBench({ shapes: [person, model] });
    bench.setVisible('labels');
    bench.click(130, 130);
    expect(bench.selections).toEqual([]);
    bench.setVisible('predictions');
    bench.click(30, 30);
    expect(bench.selections).toEqual([]);
    bench.click(130, 130);
    expect(bench.selections.at(-1)).toEqual([model.id]);
  });

  it('shows a shape among the labels once a person has vouched for it', () => {
    const bench = createBench({ shapes: [model] });
    bench.setVisible('predictions');
    bench.select([model.id]);
    bench.pickLabel(12);
    expect(bench.shapes()[0]).toMatchObject({ source: 'person', labelId: 12 });
    expect(bench.selections.at(-1)).toEqual([]);
    bench.setVisible('labels');
    bench.click(130, 130);
    expect(bench.selections.at(-1)).toEqual([model.id]);
  });
});
