/** Names of characters that JavaScript counts as two: what is shortened stays a name, and no odd row hides the others. */
import { api, limits } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys } from '../../testing/people.ts';
import { planLabels } from '../annotation/coco-labels.ts';
import { shownName } from '../datasets/index.ts';
import { fileWithSuffix, withSuffix } from './suffix.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const wide = '𠮷';
const page = { pageNum: 1, pageSize: 50 };

it('are cut between characters, and kept where a rule takes them', () => {
  expect(withSuffix(`a${wide.repeat(40)}`, 2, limits.nameLong)).toBe(`a${wide.repeat(40)}_2`);
  expect(withSuffix(`a${wide.repeat(49)}`, 12, limits.nameLong)).toBe(`a${wide.repeat(46)}_12`);
  expect(fileWithSuffix(`a${wide.repeat(250)}.png`, 2, limits.imageName)).toBe(`a${wide.repeat(248)}_2.png`);
  expect(shownName(`${'a'.repeat(254)}${wide}b.png`)).toBe(`${'a'.repeat(254)}${wide}`);
  const { names } = planLabels(
    [
      { id: 1, name: `a${wide.repeat(31)}` },
      { id: 2, name: `a${wide.repeat(32)}` },
    ],
    [],
    [],
  );
  expect([...names.values()]).toEqual([`a${wide.repeat(29)}`, `a${wide.repeat(27)}_2`]);
});

it('a project comes back from the bin under such a name, and lists can be read', async () => {
  const a = server.as(await addPerson(server.database.db, 'long_names', engineerKeys));
  const made = { family: 'detection', name: `a${wide.repeat(40)}`, description: '' } as const;
  const { id } = await a(api.projectAdd, made);
  const { binId } = await a(api.projectDelete, { id });
  await a(api.projectAdd, made);
  const { renamed } = await a(api.binRestore, { id: binId });
  expect(renamed).toEqual([{ from: made.name, to: `${made.name}_2` }]);
  const names = async () => (await a(api.projectList, page)).list.map((one) => one.name).sort();
  expect(await names()).toEqual([made.name, `${made.name}_2`]);
  // as an earlier version cut it
  const cut = `a${wide.repeat(23)}\ufffd_2`;
  await server.database.pool.query(`update public.project set name = $1 where id = $2`, [cut, id]);
  expect(await names()).toEqual([cut, made.name].sort());
});
