import { expect, it } from 'vitest';
import { readSsoLink } from './guard.ts';

const sign = 'ab'.repeat(32);
const at = (search: string, pathname = '/dashboard') => readSsoLink({ pathname, search });

it('reads a link of a single sign-on, whatever stands beside it', () => {
  const link = { phone: '13800138000', sign, times: '1763683200' };
  const search = `?phone=13800138000&sign=${sign}&times=1763683200`;
  expect(at(search)).toEqual(link);
  expect(at(`${search}&role=admin`)).toEqual(link);
});

it('reads none of another page, of one that lacks a part, or that has one twice', () => {
  expect(at(`?phone=13800138000&sign=${sign}&times=1763683200`, '/login')).toBeNull();
  expect(at('')).toBeNull();
  expect(at(`?phone=13800138000&times=1763683200`)).toBeNull();
  expect(at(`?phone=13800138000&sign=&times=1763683200`)).toBeNull();
  expect(at(`?phone=13800138000&sign=${sign}&sign=${sign}&times=1763683200`)).toBeNull();
});
