/** Settings of the workbench: kept with the account, each person's own, and readable whatever another version wrote. */
import { api, WorkbenchSettings, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { user } from '../../tables/account.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys } from '../../testing/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const fresh = (name: string) => addPerson(server.database.db, name, engineerKeys);
const plain = WorkbenchSettings.parse({});

describe('settings of the workbench', () => {
  it('are the contract’s until they are changed, piece by piece, and are nobody else’s', async () => {
    const [kim, lea] = [server.as(await fresh('kim')), server.as(await fresh('lea'))];
    expect(await kim(api.workbenchSettings, {})).toEqual(plain);
    const keys = { preset: 'cvat' as const, changed: { undo: ['Ctrl+Z', 'Alt+Backspace'], label: ['', '2'] } };
    expect(await kim(api.workbenchSettingsUpdate, { keys })).toEqual({ ...plain, keys });
    // another page, which knows nothing of the keys
    await kim(api.workbenchSettingsUpdate, { isSnapping: true, opacity: 0.6 });
    expect(await kim(api.workbenchSettings, {})).toEqual({ ...plain, keys, isSnapping: true, opacity: 0.6 });
    expect(await lea(api.workbenchSettings, {})).toEqual(plain);
  });

  it('take no key without a name, no command of another kind, and no more than there can be', async () => {
    const call = server.as(await fresh('mia'));
    const many = Object.fromEntries(
      Array.from({ length: 201 }, (_, i) => ['a'.repeat((i % 30) + 1) + '.'.repeat(i % 7), []]),
    );
    expect(Object.keys(many).length).toBeGreaterThan(200);
    for (const changed of [{ undo: ['ctrl+z'] }, { 'undo;': ['U'] }, { undo: Array(11).fill('U') }, many]) {
      const refused = call(api.workbenchSettingsUpdate, { keys: { preset: 'loupe', changed } as never });
      // oxlint-disable-next-line no-await-in-loop
      expect(
        await refused.then(
          () => 200,
          (error: CallError) => error.code,
        ),
      ).toBe(400);
    }
    expect(await call(api.workbenchSettings, {})).toEqual(plain);
  });

  it('take no key that the sheet of keys refuses: the browser’s own, and Esc', async () => {
    const call = server.as(await fresh('ria'));
    const give = (key: string) =>
      call(api.workbenchSettingsUpdate, { keys: { preset: 'loupe', changed: { undo: [key] } } }).then(
        () => 200,
        (error: CallError) => error.code,
      );
    const codes: number[] = [];
    // oxlint-disable-next-line no-await-in-loop
    for (const key of ['Esc', 'Shift+Esc', 'F5', 'Ctrl+T', 'Ctrl+Shift+W', 'Alt+F4']) codes.push(await give(key));
    expect(codes).toEqual(Array(6).fill(400));
    expect([await give('F2'), await give('Ctrl+K'), await give('')]).toEqual([200, 200, 200]);
  });

  it('are read as far as they are understood', async () => {
    const person = await fresh('noa');
    const stored = { keys: { preset: 'of a later version', changed: {} }, hasGrid: false, opacity: 7, brightness: 3 };
    await server.database.db.update(user).set({ workbench: stored }).where(eq(user.id, person.id));
    expect(await server.as(person)(api.workbenchSettings, {})).toEqual({ ...plain, hasGrid: false });
  });
});
