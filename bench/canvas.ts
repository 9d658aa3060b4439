/** What moving over an image with 10,000 polygons costs the processor, beside Konva: Chromium's own CPU time, all processes. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { figure, median, type Bench } from './bench.ts';
import { cpuSeconds } from './processes.ts';
import { measureActions } from './canvas/actions-bench.ts';
import { launch } from './canvas/browser.ts';
import { area } from './canvas/scene.ts';

const polygons = 10_000;
const konvaVersion = '10.9.1';
const peers = path.resolve(import.meta.dirname, '../.cache/peers/konva');

/** The peer stands in a folder of its own and is no dependency of the product. */
function installKonva(): string {
  const place = path.join(peers, 'node_modules', 'konva');
  if (!existsSync(place)) {
    mkdirSync(peers, { recursive: true });
    execFileSync('npm', ['install', '--prefix', peers, '--no-audit', '--no-fund', `konva@${konvaVersion}`]);
  }
  return place;
}

async function bundle(name: 'ours' | 'konva' | 'actions', konva: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { konva } },
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, 'canvas', `${name}.ts`), formats: ['iife'], name: 'page' },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const chunk = 'output' in first! ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${name} gave no script`);
  return chunk.code;
}

interface Measured {
  pan: number;
  drag: number;
  /** µs. */
  hit: number;
}

/** CPU ms for each frame. */
async function perFrame(pid: number, page: Page, what: 'pan' | 'drag', frames: number): Promise<number> {
  const before = cpuSeconds(pid);
  await page.evaluate(([name, count]) => window.bench.frames(name, count), [what, frames] as const);
  return ((cpuSeconds(pid) - before) * 1000) / frames;
}

async function measure(script: string, frames: number): Promise<Measured> {
  const server = await chromium.launchServer(launch);
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({ viewport: area });
    page.on('pageerror', (error) => console.error(error));
    await page.setContent('<body style="margin:0"></body>');
    await page.addScriptTag({ content: script });
    await page.evaluate((count) => window.bench.prepare(count), polygons);
    const pid = server.process().pid!;
    const pan = await perFrame(pid, page, 'pan', frames);
    await page.evaluate(() => window.bench.grab());
    await page.waitForTimeout(1000);
    const drag = await perFrame(pid, page, 'drag', frames);
    const hit = await page.evaluate(() => {
      const begun = performance.now();
      const places = 2000;
      if (window.bench.hit(places) === 0) throw new Error('nothing was hit');
      return ((performance.now() - begun) / places) * 1000;
    });
    return { pan, drag, hit };
  } finally {
    await server.close();
  }
}

export const bench: Bench = {
  title:
    'CPU of panning and of dragging a corner over 10,000 polygons, and of asking what lies at a place; beside Konva',
  run: async ({ quick }) => {
    const konva = installKonva();
    const scripts = { ours: await bundle('ours', konva), konva: await bundle('konva', konva) };
    const rounds = quick ? 1 : 3;
    const ours: Measured[] = [];
    const peer: Measured[] = [];
    for (let i = 0; i < rounds; i++) {
      ours.push(await measure(scripts.ours, 60));
      peer.push(await measure(scripts.konva, 30));
    }
    const actions = await measureActions(launch, await bundle('actions', konva), { quick });
    const of = (list: Measured[], key: keyof Measured) => median(list.map((one) => one[key]));
    return {
      pan_cpu_ms_10k: figure(of(ours, 'pan'), 'ms', { peer: of(peer, 'pan'), goal: '<= 0.04' }),
      drag_cpu_ms_10k: figure(of(ours, 'drag'), 'ms', { goal: '<= 12' }),
      konva_drag_cpu_ms_10k: figure(of(peer, 'drag'), 'ms'),
      hit_us_10k: figure(of(ours, 'hit'), 'us', { goal: '<= 50' }),
      konva_hit_us_10k: figure(of(peer, 'hit'), 'us'),
      ...actions,
    };
  },
};
