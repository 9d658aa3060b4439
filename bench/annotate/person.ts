/**
 * A person at the workbench, scripted: every key, every move of the mouse and every thought is done in a real browser and
 * counted, with the times of the keystroke-level model (Card, Moran and Newell 1980; keys of an average typist).
 */
import type { Page } from '@playwright/test';

/** Seconds. */
export const klm = { key: 0.28, point: 1.1, button: 0.1, think: 1.35 } as const;
export type Operator = keyof typeof klm;
export type Counts = Record<Operator, number>;

export type Point = readonly [number, number];
export type Corners = readonly [number, number, number, number];

export const secondsOf = (counts: Counts): number =>
  (Object.keys(klm) as Operator[]).reduce((sum, one) => sum + counts[one] * klm[one], 0);

export interface Person {
  counts: Counts;
  /** Decides on something. */
  think: () => void;
  /** A key with Shift is two. */
  key: (name: string) => Promise<void>;
  click: (at: Point) => Promise<void>;
  drag: (box: Corners) => Promise<void>;
}

/** `placeOf`: where a point of the image lies on the screen. */
export function makePerson(page: Page, placeOf: (at: Point) => Promise<{ x: number; y: number }>): Person {
  const counts: Counts = { key: 0, point: 0, button: 0, think: 0 };
  const point = async (at: Point) => {
    counts.point++;
    const { x, y } = await placeOf(at);
    await page.mouse.move(x, y, { steps: 2 });
  };
  const press = async () => {
    counts.button++;
    await page.mouse.down();
  };
  const release = async () => {
    counts.button++;
    await page.mouse.up();
  };
  return {
    counts,
    think: () => void counts.think++,
    key: async (name) => {
      counts.key += name.split('+').length;
      await page.keyboard.press(name);
    },
    click: async (at) => {
      await point(at);
      await press();
      await release();
    },
    drag: async ([x1, y1, x2, y2]) => {
      await point([x1, y1]);
      await press();
      await point([x2, y2]);
      await release();
    },
  };
}
