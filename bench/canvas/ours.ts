/** The annotation core as the workbench uses it, moved by the events of a mouse. */
import { newShape } from '@loupe/contract';
import { createEditor, type ImageEditor } from '../../apps/web/src/canvas/index.ts';
import { hitItems } from '../../apps/web/src/canvas/hit.ts';
import { createIndex, loadIndex } from '../../apps/web/src/canvas/shape-index.ts';
import type { StoredShape } from '../../apps/web/src/canvas/types.ts';
import { area, colors, dragOffset, middleOne, offer, panOffset, placeAt, image, type Polygon } from './scene.ts';

const container = document.createElement('div');
container.style.cssText = `position:absolute;left:0;top:0;width:${area.width}px;height:${area.height}px`;
document.body.append(container);
// made-up pointers cannot be captured
container.setPointerCapture = () => undefined;

const idOf = (i: number) => `00000000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`;
const shapeOf = ({ label, points }: Polygon, i: number): StoredShape => ({
  ...newShape({ id: idOf(i), labelId: label + 1, kind: 'polygon', points }),
  rev: 1,
  authorId: 1,
  author: null,
  conflictOf: null,
});

const index = createIndex();
let editor: ImageEditor;
let polygons: readonly Polygon[] = [];
let held = { x: 0, y: 0 };

const send = (type: string, x: number, y: number, button = -1) =>
  container.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, button, bubbles: true, pointerId: 1 }));
const middle = { x: area.width / 2, y: area.height / 2 };
const margin = 16;
/** Where a point of the fitted image lies on the screen. */
const toScreen = (x: number, y: number) => {
  const fit = Math.min((area.width - 2 * margin) / image.width, (area.height - 2 * margin) / image.height);
  return { x: middle.x + (x - image.width / 2) * fit, y: middle.y + (y - image.height / 2) * fit };
};
let isPanning = false;

offer({
  load: (drawn, bitmap) => {
    polygons = drawn;
    const shapes = drawn.map(shapeOf);
    loadIndex(index, shapes);
    const labels = colors.map((color, i) => ({ id: i + 1, name: `label ${i}`, color }));
    const quiet = { onOps: () => undefined, onSelection: () => undefined };
    editor = createEditor({ container, labels, ...quiet });
    editor.loadImage({ imageId: 1, ...image, bitmap, shapes, isCheckedEmpty: false, pending: [] });
  },
  pan: (frame) => {
    if (!isPanning) {
      editor.setTool('pan');
      send('pointerdown', middle.x, middle.y, 0);
      isPanning = true;
    }
    const { x, y } = panOffset(frame);
    send('pointermove', middle.x + x, middle.y + y);
  },
  grab: () => {
    if (isPanning) send('pointerup', middle.x, middle.y, 0);
    editor.fit();
    editor.setTool('select');
    const at = middleOne(polygons);
    const [x = 0, y = 0] = polygons[at]!.points;
    editor.select([idOf(at)]);
    held = toScreen(x, y);
    send('pointermove', held.x, held.y);
    send('pointerdown', held.x, held.y, 0);
  },
  drag: (frame) => {
    const { x, y } = dragOffset(frame);
    send('pointermove', held.x + x, held.y + y);
  },
  hit: (places) => {
    let hits = 0;
    for (let k = 0; k < places; k++) if (hitItems(index, placeAt(k), 2).length > 0) hits++;
    return hits;
  },
});
