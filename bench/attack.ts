/** What once broke, tried again: backups of large tables, uploads that are refused in a browser. */
import { figure, type Bench } from './bench.ts';
import { backups } from './attack/backups.ts';
import { refusedUploads } from './attack/refused.ts';
import { password, withServer } from './server/real.ts';

const failed = (codes: readonly number[]) => codes.filter((code) => code !== 0).length;

const run: Bench['run'] = async () => {
  const { rest, load } = await withServer(backups);
  const refused = await withServer(({ address }) => refusedUploads(address, { account: 'admin', password }));
  for (const [name, one] of Object.entries({ rest, load, ...refused })) console.log(`  ${name} ${JSON.stringify(one)}`);
  return {
    backup_rest_s: figure(rest.seconds, 's'),
    backup_rest_tables: figure(rest.tables, 'tables'),
    backup_rest_differ: figure(rest.differ.length, 'tables', { goal: '<= 0' }),
    backup_load_s: figure(load.seconds, 's'),
    backup_load_torn: figure(load.differ.length, 'images', { goal: '<= 0' }),
    backup_failures: figure(failed([...rest.codes, ...load.codes]), 'commands', { goal: '<= 0' }),
    refused_404_ms: figure(refused.absent.ms, 'ms', { goal: '<= 2000' }),
    refused_400_ms: figure(refused.invalid.ms, 'ms', { goal: '<= 2000' }),
    refused_next_ms: figure(Math.max(refused.absent.nextMs, refused.invalid.nextMs), 'ms', { goal: '<= 2000' }),
  };
};

export const bench: Bench = { title: 'backups of 180,000 ops restored and compared, refused uploads in Chromium', run };
