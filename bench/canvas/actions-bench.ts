/** Runs the page of actions: the same gestures on 100 and on 10,000 polygons, by turns, and the longest pauses. */
import { chromium, type Page } from '@playwright/test';
import { figure, median, quantile, type Figure } from '../bench.ts';
import type { Times } from './actions.ts';
import { area } from './scene.ts';

const [few, many, crowd] = [100, 10_000, 50_000];
const address = 'https://bench.invalid/';
/** With these the clock of the page counts in microseconds and not in tenths of a millisecond. */
const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'content-type': 'text/html',
};

type Launch = { executablePath: string; args: string[] };
type Part = keyof Times;
const parts: readonly Part[] = ['frame', 'commit', 'undo'];

async function openPage(launch: Launch, script: string, count: number) {
  const browser = await chromium.launch(launch);
  const page = await browser.newPage({ viewport: area });
  page.on('pageerror', (error) => console.error(error));
  await page.route(address, (route) => route.fulfill({ headers, body: '<body style="margin:0"></body>' }));
  await page.goto(address);
  await page.addScriptTag({ content: script });
  await page.evaluate((n) => window.actions.prepare(n), count);
  return { browser, page };
}

const add = (sum: Times, more: Times): void => {
  for (const part of parts) sum[part].push(...more[part]);
};
const none = (): Times => ({ frame: [], commit: [], undo: [] });

/** Of the actions, the one that suffers most from many shapes. */
const worst = (all: ReadonlyMap<string, number>): [string, number] =>
  [...all].reduce((most, one) => (one[1] > most[1] ? one : most));

async function ratios(pages: { few: Page; many: Page }, rounds: number, samples: number) {
  const names = await pages.few.evaluate(() => window.actions.names);
  const times = new Map(names.map((name) => [name, { few: none(), many: none() }]));
  for (let round = 0; round < rounds + 1; round++) {
    for (const name of names) {
      for (const which of ['few', 'many'] as const) {
        // by turns, so that both have the machine of the same minute
        // oxlint-disable-next-line no-await-in-loop
        const found = await pages[which].evaluate(([n, s]) => window.actions.run(n, s), [name, samples] as const);
        // the first round warms both up
        if (round > 0) add(times.get(name)![which], found);
      }
    }
  }
  return times;
}

export async function measureActions(
  launch: Launch,
  script: string,
  { quick }: { quick: boolean },
): Promise<Record<string, Figure>> {
  const small = await openPage(launch, script, few);
  const large = await openPage(launch, script, many);
  const figures: Record<string, Figure> = {};
  try {
    const times = await ratios({ few: small.page, many: large.page }, quick ? 1 : 3, quick ? 8 : 20);
    for (const part of parts) {
      const all = new Map<string, number>();
      for (const [name, one] of times) {
        if (one.few[part].length === 0) continue;
        const [a, b] = [quantile(one.few[part], 0.95), quantile(one.many[part], 0.95)];
        const middle = `${median(one.few[part]).toFixed(2)} → ${median(one.many[part]).toFixed(2)}`;
        console.log(`  ${part} of ${name}: ${a.toFixed(2)} → ${b.toFixed(2)} ms (median ${middle})`);
        all.set(name, b / a);
      }
      const [name, ratio] = worst(all);
      console.log(`  worst ${part}: ${name}`);
      figures[`action_${part}_p95_ratio_10k_100`] = figure(ratio, 'x', { goal: part === 'frame' ? '<= 1.5' : '<= 3' });
    }
  } finally {
    await small.browser.close();
    await large.browser.close();
  }
  return { ...figures, ...(await measureBlocks(launch, script, quick ? 1 : 3)) };
}

/** How long the page does not answer at most, with as many shapes as an image may have and with five times as many. */
export async function measureBlocks(launch: Launch, script: string, rounds: number): Promise<Record<string, Figure>> {
  const blocks = new Map<number, number[]>([many, crowd].map((count) => [count, []]));
  for (let i = 0; i < rounds; i++) {
    for (const [count, found] of blocks) {
      /* oxlint-disable no-await-in-loop -- one after the other */
      const { browser, page } = await openPage(launch, script, few);
      found.push(await page.evaluate((n) => window.actions.longestBlock(n), count));
      await browser.close();
      /* oxlint-enable no-await-in-loop */
    }
  }
  return {
    longest_block_ms_10k: figure(median(blocks.get(many)!), 'ms'),
    longest_block_ms_50k: figure(median(blocks.get(crowd)!), 'ms', { goal: '<= 50' }),
  };
}
