/**
 * Makes `fixture/`: an installation of Loupe as it was at commit c40911d, with all that people did in it. It was run once,
 * with a checkout of that commit whose dependencies were installed there (`npm ci`):
 *
 *   node apps/server/src/testing/upgrade/make-fixture.ts <checkout>
 *
 * All images are drawn. The trainings are real tasks of that product, run by `old-engine.ts` in place of its engine. The
 * test beside (`upgrade.test.ts`) restores what stands here and opens it with the Loupe of today.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../../core/postgres.ts';
import { signIn, startProduct, type Product } from './old-product.ts';
import { addAllCodes, filesOf, rowsAsSql } from './old-rows.ts';
import { anomalyStory, detectionStory, halfUpload, onlineKey, queueMore } from './old-story.ts';
import { walk } from './old-walk.ts';

const [checkout] = process.argv.slice(2);
if (!checkout) throw new Error('name the checkout of the older version');
const fixture = path.join(import.meta.dirname, 'fixture');
const folder = mkdtempSync(path.join(tmpdir(), 'loupe-old-'));
const data = path.join(folder, 'data');
const password = 'fixture-Pass1';

/** Whose `python` is the engine beside; of anything else it knows nothing. */
function engineCommand(): string {
  const file = path.join(folder, 'python');
  writeFileSync(
    file,
    `#!/bin/sh\nexec "${process.execPath}" "${path.join(import.meta.dirname, 'old-engine.ts')}" "$@"\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

async function people(url: string): Promise<void> {
  const admin = await signIn(url, 'admin', password);
  const { list } = await admin.post('sys/role/pageList', { pageNum: 1, pageSize: 10 });
  const roleId = list.find(({ name }: { name: string }) => name === 'engineer').id;
  await admin.post('sys/user/add', { account: 'wei', password, phone: '13800000000', realName: '王伟', roleId });
  const { id } = await admin.post('sys/user/add', { account: 'gone', password, roleId });
  await admin.post('sys/user/setEnabled', { id, enabled: false });
  await admin.post('dashboard/cleanup/update', { enabled: true, days: 3650, note: 'records only' });
}

chmodSync(folder, 0o711);
const postgres = await startPostgres({ dataFolder: folder, durable: false });
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
let product: Product | undefined;
try {
  const settings = {
    LOUPE_DATA: data,
    DATABASE_URL: postgres.url,
    LOUPE_PYTHON: engineCommand(),
    LOUPE_ADMIN_PASSWORD: password,
    LOUPE_WEB: folder,
  };
  mkdirSync(data);
  product = await startProduct(checkout, settings);
  await people(product.url);
  const wei = await signIn(product.url, 'wei', password);
  await detectionStory(wei);
  await anomalyStory(wei);
  await product.stop();
  product = await startProduct(checkout, settings, 'api');
  const { url } = product;
  await queueMore(await signIn(url, 'wei', password));
  const contract = pathToFileURL(path.join(checkout, 'packages/contract/src/core/messages.ts')).href;
  const { messages } = (await import(contract)) as { messages: Parameters<typeof addAllCodes>[1] };
  await addAllCodes(client, messages);
  // the last sign-in of each account lives on
  const [wei2, admin] = [await signIn(url, 'wei', password), await signIn(url, 'admin', password)];
  const seen = await walk(wei2, admin);
  await product.stop();
  product = undefined;
  const { rows: migrations } = await client.query(
    'select hash, created_at::text as at from drizzle.__drizzle_migrations order by id',
  );
  const { rows: clock } = await client.query<{ now: string }>(`select clock_timestamp()::text as now`);
  const facts = {
    madeAt: clock[0]!.now,
    migrations,
    tokens: { wei: wei2.token, admin: admin.token },
    password,
    onlineKey,
    halfUpload,
  };
  rmSync(fixture, { recursive: true, force: true });
  mkdirSync(fixture);
  const plain = (text: string) => text.replaceAll(data, '/data').replaceAll(`'${hostname()}'`, `'factory'`);
  const write = (name: string, text: string) => writeFileSync(path.join(fixture, name), plain(text));
  const listed = (lines: string[]) => `[\n${lines.join(',\n')}\n]\n`;
  write('rows.sql', await rowsAsSql(client));
  write('files.json', listed(Object.entries(filesOf(data)).map((one) => JSON.stringify(one))));
  write('seen.json', listed(seen.map((one) => JSON.stringify(one))));
  write('facts.json', `${JSON.stringify(facts, null, 2)}\n`);
} finally {
  await product?.stop();
  await client.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
