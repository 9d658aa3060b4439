import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { api, makeCall } from '@loupe/contract';
import { wordsOf } from './src/support/words.ts';
import { uploadPage } from './src/pages/transfer-page.ts';
const words = wordsOf('zh');
const port = 8901, address = `http://127.0.0.1:${port}`;
const truth = JSON.parse(readFileSync('/tmp/big/truth.json', 'utf8'));
let server: ChildProcess;
const say = (...a: unknown[]) => console.log(((performance.now()) / 1000).toFixed(1), ...a);
async function start() {
  server = spawn(process.execPath, ['/work/main/apps/server/src/main.ts'], { env: { ...process.env, LOUPE_DATA: '/tmp/big/data', LOUPE_PORT: String(port), LOUPE_ADMIN_PASSWORD: 'bench-123' }, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  for await (const text of server.stdout!) if (/https?:\/\//.test(String(text))) break;
  server.stdout!.resume();
  for (;;) { try { const r = await fetch(address + '/health'); if (r.ok) return; } catch {} await new Promise(r => setTimeout(r, 100)); }
}
const killAll = () => { process.kill(-server.pid!, 'SIGKILL'); };
let token = '';
const call = makeCall(async ({ url, method, body, headers }) => {
  const answer = await fetch(address + url, { method, headers: token ? { ...headers, authorization: token } : headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: await answer.json() };
});
await start();
say('started');
token = (await call(api.login, { account: 'admin', password: 'bench-123' })).user.token ?? '';
const project = await call(api.projectAdd, { family: 'detection', name: 'big' });
const dataset = await call(api.datasetAdd, { projectId: project.id, name: 'big_set', labels: [{ name: 'scratch', color: '#d64545' }] });
const folder = await call(api.folderAdd, { datasetId: dataset.id, name: 'lot7' });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(' ') });
const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1366, height: 768 } });
await context.request.post(`${address}/api/qic/v1/sysUser/login`, { data: { account: 'admin', password: 'bench-123' } });
const page = await context.newPage();
const uploads = uploadPage(page, words);
await uploads.withPlainPickers();
await page.goto(address + '/dashboard');
const { t, fill } = words;
await page.getByRole('button', { name: fill(t.transfers.uploadsCount, { count: 0 }) }).click();
const drawer = page.getByRole('dialog', { name: t.transfers.uploads });
const startBox = page.getByRole('dialog', { name: t.transfers.startTitle });
await drawer.getByRole('button', { name: new RegExp(t.transfers.startTitle + '$') }).click();
const chooser = page.waitForEvent('filechooser');
await startBox.getByRole('button', { name: new RegExp(t.transfers.chooseArchives + '$') }).click();
await (await chooser).setFiles('/tmp/big/lot.zip');
await startBox.getByRole('combobox', { name: t.transfers.dataset }).click();
await page.locator('.ant-select-item-option:visible').filter({ hasText: 'big_set' }).click();
await startBox.getByRole('combobox', { name: t.transfers.folder }).click();
await page.locator('.ant-select-item-option:visible').filter({ hasText: 'lot7' }).click();
const cdp = await context.newCDPSession(page);
const net = (offline: boolean) => cdp.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: 60e6 });
await cdp.send('Network.enable'); await net(false);
await startBox.getByRole('button', { name: new RegExp(t.transfers.start + '$') }).click();
const safe = async <T>(f: () => Promise<T>) => { for (;;) { try { return await f(); } catch (e) { await new Promise(r => setTimeout(r, 300)); } } };
const list = () => safe(() => call(api.uploadList, {} as never)) as Promise<any>;
const seen = async () => { const l: any = await list(); return (l.list ?? l)[0]; };
const todo: [number, string][] = [[.08,'cut'],[.2,'cut'],[.33,'kill'],[.45,'cut'],[.6,'cut'],[.8,'cut']];
let killedInImport = false, last = '';
const shot = (n: string) => page.screenshot({ path: `/tmp/big/${n}.png` });
for (;;) {
  await new Promise(r => setTimeout(r, 150));
  const u = await seen();
  if (!u) continue;
  const share = u.received / u.bytes;
  const line = JSON.stringify({ state: u.state, share: share.toFixed(2), done: u.task?.progress?.done ?? u.progress?.done });
  if (line !== last && (performance.now() % 3000 < 400)) say(line); last = line;
  if (todo.length && u.state === 'uploading' && share >= todo[0]![0]) {
    const [, what] = todo.shift()!;
    say(what, share.toFixed(3));
    if (what === 'cut') { await net(true); await new Promise(r => setTimeout(r, 4000)); if (todo.length === 3) await shot('cut'); await net(false); }
    else { killAll(); await new Promise(r => setTimeout(r, 3000)); await shot('killed'); await start(); say('up again'); }
  }
  const done = u.task?.progress?.done ?? u.progress?.done ?? 0;
  if (!killedInImport && done > 4000) { killedInImport = true; say('kill in import', done); killAll(); await new Promise(r => setTimeout(r, 2000)); await start(); say('up again'); }
  if (['completed', 'failed', 'incomplete'].includes(u.state)) { say(JSON.stringify(u).slice(0, 1500)); break; }
}
await shot('end');
const u = await seen();
const info = await call(api.folderInfo, { id: folder.id });
say('images', info.images, 'left todo', todo.length, 'killedInImport', killedInImport);
const hashes: Record<string, string> = truth.hashes; let same = 0, wrong = 0;
let from = 0; 
const pg = (await import('pg')).default;
const { runningPostgres } = await import('../../apps/server/src/core/postgres.ts');
const c = new pg.Client({ connectionString: runningPostgres('/tmp/big/data')! }); await c.connect();
const { rows } = await c.query('select name, sha256 from image where folder_id = $1 and deleted_at is null', [folder.id]);
for (const r of rows) hashes[r.name] === r.sha256 ? same++ : wrong++;
say('rows', rows.length, 'same', same, 'wrong', wrong, 'of', Object.keys(hashes).length);
const t2 = await c.query(`select result from task where kind = 'import'`); console.log(JSON.stringify(t2.rows[0]?.result).slice(0, 600));
const p2 = await c.query(`select table_name from information_schema.tables where table_schema='public' and table_name ~ 'note|problem|import'`); console.log(p2.rows);
await c.end(); void u; void from;
await page.reload(); await page.getByRole('button', { name: /上传/ }).first().click().catch(()=>{}); await new Promise(r => setTimeout(r, 1500)); await shot('report-list');
await browser.close();
process.kill(server!.pid!, 'SIGINT');
