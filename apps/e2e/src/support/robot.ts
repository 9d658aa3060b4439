/**
 * Somebody who annotates while everything around is killed at random moments: the page, the whole browser, the network, the
 * server, its database. What this browser has kept on disk counts as acknowledged; in the end each of these edits has to be
 * on the server, once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { api, routeUrl, tourIds, type LoggedOp, type ShapeOp, type StoredShape } from '@loupe/contract';
import { fileOf, signInByApi, type Client } from './client.ts';
import { drawImages, imageSide, randomFrom } from './png.ts';
import { kill, processesWith, type MortalServer } from './mortal-server.ts';

export const killKinds = ['renderer', 'browser', 'network', 'answer', 'api', 'server', 'database'] as const;
export type KillKind = (typeof killKinds)[number];

export interface RobotResult {
  kills: Record<KillKind, number>;
  /** Edits that the browser had kept on its disk, as far as it could still say so. */
  acknowledged: number;
  /** Of these, those that the server does not have. */
  missing: number;
  /** Edits that the server has twice, and copies that nobody asked for. */
  duplicated: number;
  /** Edits that the server refused. */
  refused: number;
}
export interface RobotOptions {
  server: MortalServer;
  kills: number;
  seed: number;
  launch: { executablePath: string; args: string[] };
  log?: (text: string) => void;
}

interface Kept {
  imageId: number;
  op: ShapeOp;
}
declare global {
  interface Window {
    robotKept: (kept: Kept[]) => Promise<void>;
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

class NoAnswer extends Error {}

/** What a browser is asked may never be answered once a process of it is killed: no waiting goes beyond this. */
function within<T>(ms: number, what: string, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`${what}: no answer for ${ms / 1000} s`)), ms);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
const answerMs = 30_000;
/** For the page to come back, whatever is killed meanwhile. */
const mendMs = 240_000;

/** In the page: tells of edits once their transaction has ended, which is when they are on disk. */
function watchStore(): void {
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    const request = key === undefined ? add.call(this, value) : add.call(this, value, key);
    const { imageId, op } = value as { imageId: number; op: ShapeOp };
    if (this.name === 'ops')
      this.transaction.addEventListener('complete', () => void window.robotKept?.([{ imageId, op }]));
    return request;
  };
}

class Desk {
  context!: BrowserContext;
  page!: Page;
  isBroken = true;
  private isSignedIn = false;
  /** Requests with edits: as ever, cut before the server has them, or after it. */
  cut: 'none' | 'before' | 'after' = 'none';
  readonly kept = new Map<string, Kept>();
  readonly folder = mkdtempSync(path.join(tmpdir(), 'loupe-robot-'));
  readonly options: RobotOptions;
  readonly address: string;

  constructor(options: RobotOptions, address: string) {
    this.options = options;
    this.address = address;
  }

  private async openBrowser(): Promise<void> {
    const { launch } = this.options;
    this.context = await chromium.launchPersistentContext(this.folder, {
      ...launch,
      locale: 'zh-CN',
      viewport: { width: 1280, height: 800 },
    });
    await this.context.exposeBinding('robotKept', (_, kept: Kept[]) => {
      for (const one of kept) this.kept.set(one.op.opId, one);
    });
    await this.context.addInitScript(watchStore);
    await this.context.route(`**${routeUrl(api.imageOps)}`, async (route) => {
      const { cut } = this;
      if (cut === 'before') return route.abort('connectionreset');
      if (cut === 'none') return route.continue();
      await route.fetch().catch(() => undefined);
      return route.abort('connectionreset');
    });
    this.isSignedIn = false;
  }

  private async signIn(): Promise<void> {
    const { address, password } = this.options.server;
    const answer = await this.context.request.post(`${address}/api/qic/v1/sysUser/login`, {
      data: { account: 'admin', password },
    });
    this.isSignedIn = answer.ok();
    if (!this.isSignedIn) throw new Error(`signing in: ${answer.status()}`);
  }

  /** Opens what was killed, as often as it takes. */
  async mend(): Promise<void> {
    const until = Date.now() + mendMs;
    while (this.isBroken) {
      // one try after the other
      /* oxlint-disable no-await-in-loop */
      try {
        await within(3 * answerMs, 'opening the page', this.open());
      } catch (error) {
        if (Date.now() > until) throw error;
        this.isBroken = true;
        await pause(300);
        if (error instanceof NoAnswer || !(await this.isBrowserAlive())) this.abandon();
      }
      /* oxlint-enable no-await-in-loop */
    }
  }
  private async open(): Promise<void> {
    const isAlive = this.context?.browser()?.isConnected() ?? this.context?.pages().length > 0;
    if (!this.context || !isAlive) await this.openBrowser();
    // of its own: the server may be the next that dies, while the browser stays
    if (!this.isSignedIn) await this.signIn();
    await this.page?.close().catch(() => undefined);
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(15_000);
    this.page.on('crash', () => (this.isBroken = true));
    this.page.on('close', () => (this.isBroken = true));
    this.isBroken = false;
    // Not by goto: the answer that it would give dies with a page that is killed meanwhile, and goto then never ends.
    const session = await this.context.newCDPSession(this.page);
    await session.send('Page.navigate', { url: this.address });
    await this.page.getByText(`${imageSide} × ${imageSide}`).first().waitFor({ timeout: 60_000 });
  }
  /** Ends a browser that no longer answers: another one needs its folder. */
  private abandon(): void {
    this.context = undefined as never;
    for (const pid of processesWith(this.folder)) kill(pid);
  }
  /** The page says that it is signed out: signs in again before it opens the next one. */
  signOut(): void {
    this.isSignedIn = false;
    this.isBroken = true;
  }
  private async isBrowserAlive(): Promise<boolean> {
    if (!this.context) return false;
    return within(answerMs, 'the browser', this.context.cookies()).then(
      () => true,
      () => false,
    );
  }

  /** Ends processes of the browser as the system would that has no memory left. */
  async kill(type: 'renderer' | 'browser'): Promise<void> {
    // each look needs the one before
    // oxlint-disable-next-line no-await-in-loop
    while (!this.context) await pause(100);
    const session = await this.context.browser()!.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    this.isBroken = true;
    for (const { id, type: its } of processInfo) if (its === type) kill(id);
    if (type === 'browser') this.context = undefined as never;
  }

  async close(): Promise<void> {
    await within(answerMs, 'closing the browser', Promise.resolve(this.context?.close())).catch(() => this.abandon());
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
}

/** One edit, or a step to another image, as a person does it. */
async function act(page: Page, random: () => number): Promise<void> {
  const box = await page.getByTestId('stage').boundingBox();
  if (!box) throw new Error('nothing is shown');
  const side = Math.min(box.width, box.height) - 2 * 16;
  const place = () => ({
    x: box.x + box.width / 2 + (random() - 0.5) * side * 0.9,
    y: box.y + box.height / 2 + (random() - 0.5) * side * 0.9,
  });
  const draw = async (): Promise<void> => {
    await page.keyboard.press('r');
    const [from, to] = [place(), place()];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
  };
  const choice = random();
  if (choice < 0.5) return draw();
  if (choice < 0.6) return page.keyboard.press('Control+z');
  if (choice < 0.65) return page.keyboard.press('Control+Shift+z');
  if (choice < 0.75) return page.keyboard.press('ArrowRight');
  if (choice < 0.82) return page.keyboard.press('m');
  if (choice < 0.9) return page.keyboard.press('Delete');
  return page.keyboard.press(choice < 0.95 ? 'a' : 'd');
}

async function killOnce(desk: Desk, kind: KillKind, random: () => number): Promise<void> {
  const { server } = desk.options;
  if (kind === 'renderer' || kind === 'browser') return desk.kill(kind);
  if (kind === 'api') return server.killAnswering();
  if (kind === 'server' || kind === 'database') return server.killAll(kind === 'database');
  if (kind === 'answer') desk.cut = 'after';
  else {
    desk.cut = random() < 0.5 ? 'before' : 'after';
    await desk.context?.setOffline(true);
  }
  await pause(300 + random() * 1500);
  desk.cut = 'none';
  await desk.context?.setOffline(false).catch(() => undefined);
}

async function opsOf({ call }: Client, imageId: number): Promise<LoggedOp[]> {
  const ops: LoggedOp[] = [];
  for (;;) {
    // each answer says from where to go on
    // oxlint-disable-next-line no-await-in-loop
    const page = await call(api.imageOpsAfter, { imageId, seq: ops.at(-1)?.seq ?? 0 });
    ops.push(...page.ops);
    if (page.ops.length === 0 || ops.at(-1)!.seq >= page.revision) return ops;
  }
}

/** Waits until the browser says that nothing waits any more. */
async function untilSaved(desk: Desk): Promise<void> {
  const until = Date.now() + 180_000;
  for (;;) {
    /* oxlint-disable no-await-in-loop */
    await desk.mend();
    const kind = await desk.page
      .getByTestId('saved-chip')
      .getAttribute('data-kind', { timeout: 5000 })
      .catch(() => null);
    if (kind === 'saved') return;
    if (Date.now() > until) throw new Error(`the page still says ${kind}`);
    if (kind === 'signedOut') desk.signOut();
    await pause(300);
    /* oxlint-enable no-await-in-loop */
  }
}

const twice = (values: readonly unknown[]): number => values.length - new Set(values).size;

async function judge(client: Client, desk: Desk, imageIds: readonly number[]) {
  const there: LoggedOp[] = [];
  const shapes: StoredShape[] = [];
  for (const imageId of imageIds) {
    /* oxlint-disable no-await-in-loop */
    there.push(...(await opsOf(client, imageId)));
    shapes.push(...(await client.call(api.imageShapes, { imageId })).shapes);
    /* oxlint-enable no-await-in-loop */
  }
  const known = new Set(there.map(({ opId }) => opId));
  const lost = [...desk.kept.values()].filter(({ op }) => !known.has(op.opId));
  const refused = await refusedOps(desk);
  return {
    acknowledged: desk.kept.size,
    missing: lost.filter(({ op }) => !refused.has(op.opId)).length,
    refused: refused.size,
    duplicated: twice(there.map(({ opId }) => opId)) + shapes.filter(({ conflictOf }) => conflictOf !== null).length,
  };
}

/** What the browser keeps as refused: it is not lost, and nothing here should be. */
async function refusedOps(desk: Desk): Promise<Set<string>> {
  const ids = await desk.page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('loupe-outbox');
        opening.addEventListener('error', () => reject(new Error('the store does not open')));
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('rejected').objectStore('rejected').getAll();
          const ids = () => (all.result as { op: { opId: string } }[]).map(({ op }) => op.opId);
          all.addEventListener('success', () => resolve(ids()));
        });
      }),
  );
  return new Set(ids);
}

async function addImages({ call }: Client, seed: number) {
  const project = await call(api.projectAdd, { family: 'detection', name: `robot_${seed}` });
  const labels = [{ name: 'scratch', color: '#d64545' }];
  const dataset = await call(api.datasetAdd, { projectId: project.id, name: 'robot', labels });
  const { id: folderId } = await call(api.folderAdd, { datasetId: dataset.id, name: 'robot' });
  await call(api.imageUpload, { folderId }, { files: drawImages('robot', 3, seed).map(fileOf) });
  return (await call(api.imageList, { folderId, pageNum: 1, pageSize: 20 })).list;
}

export async function runRobot(options: RobotOptions): Promise<RobotResult> {
  const { server, seed, log = () => undefined } = options;
  const random = randomFrom(seed);
  const client = await signInByApi(server.address, 'admin', server.password);
  await client.call(api.tourSeen, { tours: [...tourIds] });
  const images = await addImages(client, seed);
  const [first] = images;
  const desk = new Desk(options, `${server.address}/dataset/handleImg?folderId=${first!.folderId}&id=${first!.id}`);
  const kills = Object.fromEntries(killKinds.map((kind) => [kind, 0])) as RobotResult['kills'];
  try {
    await desk.mend();
    for (let n = 0; n < options.kills; n++) {
      const kind = killKinds[n % killKinds.length]!;
      /* oxlint-disable no-await-in-loop -- one kill after the other, and the person never stops */
      let isDone = false;
      const killing = pause(200 + random() * 2500)
        .then(() => within(mendMs, kind, killOnce(desk, kind, random)))
        .then(() => kills[kind]++)
        .finally(() => (isDone = true));
      // told below, where it is waited for
      killing.catch(() => undefined);
      while (!isDone) {
        await desk.mend();
        await within(answerMs, 'the page', act(desk.page, random)).catch((error: unknown) => {
          desk.isBroken ||= desk.page.isClosed() || error instanceof NoAnswer;
        });
        await pause(random() * 120);
      }
      await killing;
      log(`${n + 1} ${kind}: ${desk.kept.size} edits kept`);
      /* oxlint-enable no-await-in-loop */
    }
    await untilSaved(desk);
    const after = await signInByApi(server.address, 'admin', server.password).catch(() => client);
    return {
      kills,
      ...(await judge(
        after,
        desk,
        images.map(({ id }) => id),
      )),
    };
  } finally {
    await desk.close();
  }
}
