import { expect, it } from 'vitest';
import { roleTitle } from './authority.ts';

it('6.01 the roles of the first start have names in both languages, others are called as they were named', () => {
  expect(roleTitle('super_admin')).toEqual({ zh: '超级管理员', en: 'Super admin' });
  expect(roleTitle('engineer')).toEqual({ zh: '工程师', en: 'Engineer' });
  expect(roleTitle('夜班')).toEqual({ zh: '夜班', en: '夜班' });
});
