/** What the stories of the guide share: tasks that end, and screenshots. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { api, type Call } from '@loupe/contract';

const images = path.resolve(import.meta.dirname, '../../../../docs/images/guide');

/** A condition asked again until it holds. */
async function until<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

export const ended = async (call: Call, id: number) => {
  const task = await until(
    () => call(api.taskInfo, { id }),
    ({ state }) => ['completed', 'failed', 'stopped'].includes(state),
  );
  if (task.state !== 'completed') throw new Error(`task ${id}: ${task.causeText?.en ?? task.state}`);
  return task;
};

export async function shoot(page: Page, locale: string, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: path.join(images, locale, `${name}.png`) });
}
