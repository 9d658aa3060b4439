/** The annotation workbench: the stage takes points in pixels of the image. */
import { expect, type Page } from '@playwright/test';
import { api } from '@loupe/contract';
import { imageSide } from '../support/png.ts';
import type { Words } from '../support/words.ts';
import { button, slowMs } from './parts.ts';

/** Room around a fitted image (canvas/view.ts). */
const fitMargin = 16;
type Point = readonly [number, number];

export const workbenchPage = (page: Page, { t, fill, message }: Words) => {
  const stage = page.getByTestId('stage');
  const head = page.locator('header');
  const shapes = page.getByRole('region', { name: t.annotation.shapes });
  const labels = page.getByRole('region', { name: t.annotation.labels });
  /** Screen place of a point of the (square) image. */
  const placeOf = async ([x, y]: Point) => {
    const box = (await stage.boundingBox())!;
    const scale = (Math.min(box.width, box.height) - 2 * fitMargin) / imageSide;
    const place = (at: number, from: number, side: number) => from + side / 2 + (at - imageSide / 2) * scale;
    return { x: place(x, box.x, box.width), y: place(y, box.y, box.height) };
  };
  const moveTo = async (point: Point) => {
    const { x, y } = await placeOf(point);
    await page.mouse.move(x, y);
  };
  const chip = page.getByTestId('saved-chip');
  return {
    stage,
    chip,
    undo: head.getByRole('button', { name: t.annotation.undo }),
    redo: head.getByRole('button', { name: t.annotation.redo }),
    checkEmpty: button(head, t.annotation.checkEmpty),
    next: button(head, t.annotation.saveNext),
    nextOpen: head.getByRole('button', { name: t.annotation.nextOpen }),
    /** Images of the strip at the bottom. */
    frames: page.getByRole('navigation', { name: t.annotation.strip }).getByRole('button'),
    place: (n: number, total: number) => head.getByText(fill(t.annotation.place, { n, total }), { exact: true }),
    /** Says what the list was filtered by; a click takes the whole folder. */
    narrowed: head.getByRole('button', { name: t.annotation.widen }),
    backToResult: page.getByRole('link', { name: t.annotation.backToResult }),
    shape: (label: string, number: number) => shapes.getByRole('button', { name: `${label} #${number}`, exact: true }),
    /** One that a model proposed: the icon of that stands behind its name. */
    acceptedShape: (label: string, number: number) =>
      shapes.getByRole('button', { name: new RegExp(`^${label} #${number} `) }),
    shapes: shapes.getByRole('button', { name: / #\d+$/ }),
    label: (name: string) => labels.getByRole('button', { name }),
    expectShown: async (name: string) => {
      await expect(page).toHaveTitle(`${name} · Loupe`);
      await expect(page.locator('footer')).toContainText(`${imageSide} × ${imageSide}`);
      await expect(page.getByText(t.annotation.pixelsLoading)).toBeHidden();
      await expect(page.getByText(message('loading'))).toBeHidden();
    },
    expectSaved: async () => {
      await expect(chip).toHaveAttribute('data-kind', 'saved', { timeout: slowMs });
      // with a time: without one nothing has been sent from this page yet
      await expect(chip).toContainText(/\d{2}:\d{2}:\d{2}/);
    },
    /** Until the server has answered what was just drawn: before that, the chip may still tell of an earlier save. */
    saving: async (draw: () => Promise<void>) => {
      // by whichever window of the browser has its turn to send
      const answered = page.context().waitForEvent('response', {
        predicate: (answer) => answer.url().endsWith(`/${api.imageOps.path}`) && answer.ok(),
        timeout: slowMs,
      });
      await draw();
      await answered;
    },
    drag: async (from: Point, to: Point) => {
      await moveTo(from);
      await page.mouse.down();
      await moveTo([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
      await moveTo(to);
      await page.mouse.up();
    },
    click: async (point: Point) => {
      await moveTo(point);
      await page.mouse.down();
      await page.mouse.up();
    },
    /** Where the review of the image stands, and what may be said of it. */
    review: page.getByTestId('review'),
    slider: (name: string) => page.getByRole('slider', { name }),
    moveTo,
    press: (key: string) => page.keyboard.press(key),
    back: () => page.getByRole('link', { name: t.annotation.back }).click(),
  };
};
