/** Rules on sizes between pixels and millimetres. */
import { expect, it } from 'vitest';
import { isSmall, rulesIn, SizeRules, unitOf, withRule } from './sizes.ts';

const rules: SizeRules = { byLabelLeast: { scratch: { length: 0.5, area: 0.02, unit: 'mm' } }, mmPerPixel: 0.05 };

it('are the same rules in either unit, there and back', () => {
  const inPixels = { ...rules, byLabelLeast: rulesIn(rules, 'px') };
  expect(inPixels.byLabelLeast).toEqual({ scratch: { length: 10, area: 8, unit: 'px' } });
  expect(rulesIn(inPixels, 'mm')).toEqual(rules.byLabelLeast);
  for (const one of [rules, inPixels]) {
    expect(isSmall(one, 'scratch', { area: 9, length: 9.9 })).toBe(true);
    expect(isSmall(one, 'scratch', { area: 7.9, length: 11 })).toBe(true);
    expect(isSmall(one, 'scratch', { area: 9, length: 11 })).toBe(false);
    expect(isSmall(one, 'dent', { area: 0, length: 0 })).toBe(false);
  }
});

it('are set and taken away one by one; a label without any has none', () => {
  const empty: SizeRules = { byLabelLeast: {} };
  const first = withRule(empty, 'a', 'area', 5);
  expect(first).toEqual({ a: { area: 5, unit: 'px' } });
  const both = withRule({ byLabelLeast: first }, 'a', 'length', 2);
  expect(both).toEqual({ a: { area: 5, length: 2, unit: 'px' } });
  const one = withRule({ byLabelLeast: both }, 'a', 'area', null);
  expect(one).toEqual({ a: { length: 2, unit: 'px' } });
  expect(withRule({ byLabelLeast: one }, 'a', 'length', null)).toEqual({});
});

it('are said in millimetres where there is a scale, and an address that asks for them needs one', () => {
  expect(unitOf({ byLabelLeast: {} })).toBe('px');
  expect(unitOf({ byLabelLeast: {}, mmPerPixel: 0.1 })).toBe('mm');
  expect(SizeRules.safeParse(rules).success).toBe(true);
  expect(SizeRules.safeParse({ byLabelLeast: rules.byLabelLeast }).success).toBe(false);
});
