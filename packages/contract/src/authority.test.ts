import { expect, it } from 'vitest';
import { roleDescription, roleTitle } from './authority.ts';

it('6.01 the roles of the first start have names in both languages, others are called as they were named', () => {
  expect(roleTitle('super_admin')).toEqual({ zh: '超级管理员', en: 'Super admin' });
  expect(roleTitle('engineer')).toEqual({ zh: '工程师', en: 'Engineer' });
  expect(roleTitle('夜班')).toEqual({ zh: '夜班', en: '夜班' });
  expect(roleTitle('constructor')).toEqual({ zh: 'constructor', en: 'constructor' });
});

it('describes the roles of the first start in both languages until somebody describes them otherwise', () => {
  expect(roleDescription('Builds models with own data').zh).toBe('使用自己的数据构建模型');
  expect(roleDescription('Night shift')).toEqual({ zh: 'Night shift', en: 'Night shift' });
});
