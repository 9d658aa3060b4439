import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from './i18n.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startI18n('en');
});

it.each([
  '{{state}}.png',
  '{{name}}',
  '$t(ui.save)',
  '$& $1 $$',
  '<img src=x onerror=alert(1)>',
  '{{state}} $t(ui.save)',
])('shows the name %s as it is', (name) => {
  expect(i18next.t('annotation.openPicture', { name, state: 'new' })).toBe(`${name}: new`);
  expect(i18next.t('ui.deleteTitle', { name })).toBe(`Delete “${name}”?`);
});

it('counts with the right form of the word', () => {
  expect(i18next.t('ui.total', { count: 3 })).toContain('3');
});
