/** Settings: defaults, bad values, the way to child processes, and the documented table. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { configEnvironment, readConfig, settings, settingsTable } from './config.ts';

it('has a default for everything that is needed', () => {
  expect(readConfig({})).toMatchObject({
    port: 7373,
    host: '127.0.0.1',
    data: path.resolve('data'),
    lang: undefined,
    roles: ['api', 'worker'],
    secureCookie: false,
    databaseUrl: undefined,
    tasksAtOnce: undefined,
  });
});

it('counts an empty variable as not set', () => {
  expect(readConfig({ LOUPE_PORT: '', LOUPE_ADMIN_PASSWORD: ' ' })).toMatchObject({
    port: 7373,
    adminPassword: undefined,
  });
});

it.each([
  ['LOUPE_PORT', '70000'],
  ['LOUPE_PORT', '80a'],
  ['LOUPE_LANG', 'fr'],
  ['LOUPE_ROLES', 'api,cook'],
  ['DATABASE_URL', 'mysql://x'],
  ['LOUPE_TASKS_AT_ONCE', '0'],
  ['LOUPE_SECURE_COOKIE', 'maybe'],
  ['LOUPE_ADMIN_PASSWORD', 'short'],
])('names %s when it is "%s"', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

it('names all bad settings at once, and never prints a secret', () => {
  const read = () => readConfig({ LOUPE_PORT: 'x', LOUPE_LANG: 'y', LOUPE_ADMIN_PASSWORD: 'abc 1' });
  expect(read).toThrow(/LOUPE_PORT[^]*LOUPE_LANG|LOUPE_LANG[^]*LOUPE_PORT/);
  expect(read).not.toThrow(/abc 1/);
});

it('hands the same settings to another process', () => {
  const config = readConfig({
    LOUPE_DATA: '/tmp/x',
    LOUPE_ROLES: 'worker',
    LOUPE_SECURE_COOKIE: 'true',
    LOUPE_TASKS_AT_ONCE: '3',
  });
  expect(readConfig(configEnvironment(config))).toEqual(config);
});

it('is documented: docs/settings.md is what `node scripts/setup.mjs settings` prints', () => {
  const file = path.join(import.meta.dirname, '../../../docs/settings.md');
  expect(readFileSync(file, 'utf8')).toBe(settingsTable());
  for (const { name } of Object.values(settings)) expect(settingsTable()).toContain(`\`${name}\``);
});
