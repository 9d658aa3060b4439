/** The texts of the shapes over an image, and where each stands; that of the shape under the cursor comes to the front. */
import { useMemo } from 'react';
import { chipHeight, placeChips, placeOver, type Chip, type Place, type Rect } from './chip-places.ts';
import { boundsOf, toScreen, type Size, type ViewBox } from './view-box.ts';

/** What is to be known of a shape to name it. */
export interface NamedShape {
  key: string;
  color: string;
  points: readonly number[];
  text?: string;
  strong?: boolean;
  thin?: boolean;
  near?: boolean;
}

/** Of bold letters of 12 px. */
const letterWidth = (c: string): number =>
  c > '\u2e7f' ? 12.5 : /[mwMW@%]/.test(c) ? 10.5 : /[ijlftr.,:;'|!() ]/.test(c) ? 4.6 : /[A-Z]/.test(c) ? 8.6 : 7;
const chipWidth = (text: string): number => [...text].reduce((sum, c) => sum + letterWidth(c), 12);

export interface Placed {
  /** Of each shape on the screen. */
  bounds: ReadonlyMap<string, Rect>;
  places: ReadonlyMap<string, Place>;
}
const nothing: Placed = { bounds: new Map(), places: new Map() };

const chipOf = ({ text, strong = false, near = false }: NamedShape, bounds: Rect): Chip => ({
  ...bounds,
  width: chipWidth(text ?? ''),
  strong,
  near,
});

/** What is to be looked at chooses first. `top`: pixels of the frame in which a caption lies over the texts. */
export const usePlaced = (shapes: readonly NamedShape[], box: ViewBox | null, frame: Size | null, top = 0): Placed =>
  useMemo(() => {
    if (!box || !frame) return nothing;
    const bounds = new Map(shapes.map(({ key, points }) => [key, boundsOf(toScreen(points, box))]));
    const named = shapes.filter(({ text }) => text).toSorted((a, b) => Number(b.strong ?? 0) - Number(a.strong ?? 0));
    const bare = shapes.filter(({ text, thin }) => !text && !thin).map(({ key }) => bounds.get(key)!);
    const chips = named.map((shape) => chipOf(shape, bounds.get(shape.key)!));
    const caption = top > 0 ? [{ left: 0, top: 0, right: frame.width, bottom: top }] : [];
    const found = placeChips(chips, frame, [...bare, ...caption]);
    const places = named.flatMap(({ key }, i): [string, Place][] => (found[i] ? [[key, found[i]]] : []));
    return { bounds, places: new Map(places) };
  }, [shapes, box, frame, top]);

/** How near a cursor is to a shape that it points at. */
const reach = 3;

/** The smallest shape with a text at a point of the frame. */
export function shapeAt(shapes: readonly NamedShape[], bounds: Placed['bounds'], x: number, y: number) {
  let found: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { key, text } of shapes) {
    const r = bounds.get(key);
    if (!text || !r || x < r.left - reach || x > r.right + reach || y < r.top - reach || y > r.bottom + reach) continue;
    const area = (r.right - r.left) * (r.bottom - r.top);
    if (area <= least) [found, least] = [key, area];
  }
  return found;
}

function Text({ shape, place }: { shape: NamedShape; place: Place }) {
  const { text = '', strong, color } = shape;
  return (
    <g transform={`translate(${place.x} ${place.y})`}>
      <rect
        width={chipWidth(text)}
        height={chipHeight - 1}
        rx={3}
        fill={strong ? color : '#0b1216'}
        fillOpacity={strong ? 1 : 0.88}
      />
      <text x={6} y={14} fontSize={12} fontWeight={700} fill={strong ? '#081012' : '#ffffff'}>
        {text}
      </text>
    </g>
  );
}

function Leader({ color, leader: [x1, y1, x2, y2] }: { color: string; leader: NonNullable<Place['leader']> }) {
  const line = { x1, y1, x2, y2 };
  return (
    <>
      <line {...line} stroke="#04100e" strokeWidth={3} strokeOpacity={0.7} />
      <line {...line} stroke={color} strokeWidth={1.5} />
    </>
  );
}

/** `pointed`: the shape under the cursor, whose text is shown though there was no room for it. */
export function ImageChips(props: {
  shapes: readonly NamedShape[];
  placed: Placed;
  pointed: string | null;
  frame: Size;
}) {
  const { shapes, placed, pointed, frame } = props;
  const { bounds, places } = placed;
  const named = shapes.filter(({ text }) => text);
  const last = named.find(({ key }) => key === pointed);
  const ordered = last ? [...named.filter((one) => one !== last), last] : named;
  return (
    <>
      {ordered.map(({ key, color }) => {
        const leader = places.get(key)?.leader;
        return leader ? <Leader key={key} color={color} leader={leader} /> : null;
      })}
      {ordered.map((shape) => {
        const { key } = shape;
        const place = places.get(key) ?? (shape === last ? placeOver(chipOf(shape, bounds.get(key)!), frame) : null);
        return place ? <Text key={key} shape={shape} place={place} /> : null;
      })}
    </>
  );
}
