// The part of the area that the active layer has to cover. A browser mixes a whole canvas into the page when anything on
// it changes, so a corner that moves on a small canvas costs a fraction of what it costs on one as large as the screen.

import { boundsOf, boxHeight, boxUnion, boxWidth, growBox } from '@loupe/geometry';
import { nameOf } from './render.ts';
import { shapeBounds } from './shape.ts';
import { style } from './style.ts';
import type { Box, Size } from '@loupe/geometry';
import type { ActiveScene } from './render-active.ts';

/** CSS pixels. Windows lie on a grid of such cells, so that few moves of the hand ask for another one. */
const CELL = 128;
/** CSS pixels that handles and outlines reach beyond the points they stand on. */
const REACH = 8;
/** No letter of a chip is wider, in CSS pixels. */
const LETTER_MAX = 12;
/** A window this many times as large as needed is given up. */
const SPARE = 4;

/** What is painted, in CSS pixels of the area; null: nothing. */
export function activeBounds(scene: ActiveScene): Box | null {
  const { view, draft, area } = scene;
  if (scene.guides) return [0, 0, area.width, area.height];
  const boxes: Box[] = [];
  const add = (box: Box, up = 0, side = 0, reach = REACH): void => {
    const [x1, y1] = [box[0] * view.scale + view.x, box[1] * view.scale + view.y];
    const [x2, y2] = [box[2] * view.scale + view.x, box[3] * view.scale + view.y];
    boxes.push([x1 - reach, y1 - reach - up, Math.max(x2 + reach, x1 + side), y2 + reach]);
  };
  // a small place has arms that are longer than it is
  if (scene.mark) add(scene.mark, 0, 0, style.markGap + style.markArm);
  for (const box of scene.conflicts) add(box, 0, 0, style.markGap + style.markArm);
  for (const shape of scene.selected) {
    const name = scene.showNames ? nameOf(shape, scene.labels) : '';
    const isNamed = name !== '';
    add(shapeBounds(shape), isNamed ? style.chipHeight : 0, isNamed ? name.length * LETTER_MAX + REACH * 2 : 0);
  }
  for (const shape of draft.shapes) if (shape.id === '') add(shapeBounds(shape));
  if (draft.line && draft.line.length > 0) add(boundsOf(draft.line));
  if (draft.marquee) add(draft.marquee);
  if (draft.way) add(boundsOf(draft.way));
  for (const { x, y } of draft.marks) add([x, y, x, y], 0, 0, style.promptRadius + REACH);
  for (const ring of draft.region?.rings ?? []) add(boundsOf(ring));
  if (draft.stroke) add(boundsOf(draft.stroke.line), 0, 0, draft.stroke.radius * view.scale + REACH);
  if (scene.snap) add([scene.snap.x, scene.snap.y, scene.snap.x, scene.snap.y]);
  if (scene.frame) {
    const { box, knob } = scene.frame;
    add(boxUnion(box, [knob.x, knob.y, knob.x, knob.y]));
  }
  if (scene.brush) {
    const { at, radius } = scene.brush;
    boxes.push(growBox([at.x, at.y, at.x, at.y], radius + REACH));
  }
  return boxes.length === 0 ? null : boxes.reduce(boxUnion);
}

const areaOf = (box: Box): number => boxWidth(box) * boxHeight(box);

/**
 * The window to paint `needed` in: the present one where it will do. Null: nothing of it is in sight. All of the area
 * where a cell is no whole number of the screen's pixels, for then what is painted would be blurred.
 */
export function windowFor(needed: Box | null, area: Size, pixelRatio: number, present: Box | null): Box | null {
  if (!needed) return null;
  const down = (at: number): number => Math.max(0, Math.floor(at / CELL) * CELL);
  const up = (at: number, end: number): number => Math.min(end, Math.ceil(at / CELL) * CELL);
  const inCells: Box = [down(needed[0]), down(needed[1]), up(needed[2], area.width), up(needed[3], area.height)];
  if (inCells[2] <= inCells[0] || inCells[3] <= inCells[1]) return null;
  const cells: Box = Number.isInteger(CELL * pixelRatio) ? inCells : [0, 0, area.width, area.height];
  const [x1, y1, x2, y2] = present ?? [0, 0, 0, 0];
  const holds = x1 <= cells[0] && y1 <= cells[1] && x2 >= cells[2] && y2 >= cells[3];
  return present && holds && areaOf(present) <= SPARE * areaOf(cells) ? present : cells;
}
