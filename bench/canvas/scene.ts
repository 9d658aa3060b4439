/** What both pages of the canvas benchmark show, and what each of them can do. Runs in the browser. */

export const area = { width: 1600, height: 1000 };
export const image = { width: 4096, height: 3000 };
export const scale = Math.min(area.width / image.width, area.height / image.height);
export const colors = ['#ff4d4f', '#faad14', '#52c41a', '#13c2c2', '#1677ff', '#722ed1', '#eb2f96', '#a0d911'];

export interface Polygon {
  label: number;
  /** x, y, x, y, … in image pixels; 20 points. */
  points: number[];
}

/** What a page gives to the benchmark; each call draws within the next frame. */
export interface Page {
  load: (polygons: readonly Polygon[], bitmap: ImageBitmap) => void;
  /** Moves the view, all polygons in sight. */
  pan: (frame: number) => void;
  /** Takes hold of a corner of the polygon nearest to the middle, and moves it. */
  grab: () => void;
  drag: (frame: number) => void;
  /** Asks at so many places what lies there; gives how often something did. */
  hit: (places: number) => number;
}
declare global {
  interface Window {
    bench: { prepare: (count: number) => Promise<void> } & Pick<Page, 'hit' | 'grab'> & {
        frames: (what: 'pan' | 'drag', count: number) => Promise<void>;
      };
  }
}

/** Mulberry32: the same polygons in every run. */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `dense`: as large as those of a scene of so many, so that the first ones are the same in both. */
export function makePolygons(count: number, dense = count): Polygon[] {
  const next = random(7);
  const radius = Math.min(60, Math.sqrt((image.width * image.height) / dense) * 0.5);
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [80 + next() * (image.width - 160), 80 + next() * (image.height - 160)];
    const r = radius * (0.5 + next());
    const corner = (k: number) => {
      const [angle, away] = [(k / 20) * 2 * Math.PI, r * (0.7 + 0.3 * next())];
      return [x + Math.cos(angle) * away, y + Math.sin(angle) * away];
    };
    return { label: i % colors.length, points: Array.from({ length: 20 }, (_point, k) => corner(k)).flat() };
  });
}

/** The polygon whose first corner is nearest to the middle of the image. */
export const middleOne = (polygons: readonly Polygon[]): number => {
  const away = ({ points: [x = 0, y = 0] }: Polygon) => Math.hypot(x - image.width / 2, y - image.height / 2);
  return polygons.reduce((best, polygon, i) => (away(polygon) < away(polygons[best]!) ? i : best), 0);
};

export const panOffset = (frame: number) => ({ x: Math.sin(frame / 6) * 100, y: Math.cos(frame / 6) * 80 });
export const dragOffset = (frame: number) => ({ x: Math.sin(frame / 4) * 40, y: Math.cos(frame / 4) * 40 });
/** Places all over the image. */
export const placeAt = (k: number) => ({ x: (k * 7919) % image.width, y: (k * 104_729) % image.height });

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function drawImage(): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  const shade = context.createLinearGradient(0, 0, image.width, image.height);
  shade.addColorStop(0, '#8a9299');
  shade.addColorStop(1, '#39424a');
  context.fillStyle = shade;
  context.fillRect(0, 0, image.width, image.height);
  return createImageBitmap(canvas);
}

/** Puts a page where the benchmark finds it. */
export function offer(page: Page): void {
  window.bench = {
    prepare: async (count) => {
      page.load(makePolygons(count), await drawImage());
      for (let i = 0; i < 30; i++) await nextFrame();
    },
    grab: page.grab,
    frames: async (what, count) => {
      for (let i = 0; i < count; i++) {
        page[what](i);
        await nextFrame();
      }
    },
    hit: page.hit,
  };
}
