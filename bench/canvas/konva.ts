/** The same with Konva, as its guide says for many shapes: no perfect drawing, the moved shape on a layer of its own. */
// installed for the benchmark alone (canvas.ts), so there are no types of it here
// @ts-expect-error see above
import Konva from 'konva';
import { area, colors, dragOffset, middleOne, offer, panOffset, image, placeAt, scale, type Polygon } from './scene.ts';

const container = document.createElement('div');
document.body.append(container);
Konva.autoDrawEnabled = false;
const stage = new Konva.Stage({ container, width: area.width, height: area.height });
const back = new Konva.Layer({ listening: false });
const shapes = new Konva.Layer();
const active = new Konva.Layer();
stage.add(back, shapes, active);
const lines: { points: (points: number[]) => void; moveTo: (layer: unknown) => void }[] = [];
let polygons: readonly Polygon[] = [];

const drawAll = () => {
  for (const layer of [back, shapes, active]) layer.draw();
};

offer({
  load: (drawn, bitmap) => {
    polygons = drawn;
    back.add(new Konva.Image({ image: bitmap, ...image, listening: false }));
    for (const { points, label } of drawn) {
      const line = new Konva.Line({
        points,
        closed: true,
        stroke: colors[label],
        strokeWidth: 1.5,
        strokeScaleEnabled: false,
        fill: `${colors[label]}33`,
        perfectDrawEnabled: false,
        shadowForStrokeEnabled: false,
        hitStrokeWidth: 0,
      });
      shapes.add(line);
      lines.push(line);
    }
    stage.scale({ x: scale, y: scale });
    drawAll();
  },
  pan: (frame) => {
    stage.position(panOffset(frame));
    drawAll();
  },
  grab: () => {
    stage.position({ x: 0, y: 0 });
    lines[middleOne(polygons)]!.moveTo(active);
    drawAll();
  },
  drag: (frame) => {
    const at = middleOne(polygons);
    const { x, y } = dragOffset(frame);
    const points = [...polygons[at]!.points];
    points[0] = points[0]! + x / scale;
    points[1] = points[1]! + y / scale;
    lines[at]!.points(points);
    active.draw();
  },
  hit: (places) => {
    let hits = 0;
    for (let k = 0; k < places; k++) {
      const { x, y } = placeAt(k);
      if (stage.getIntersection({ x: x * scale, y: y * scale })) hits++;
    }
    return hits;
  },
});
