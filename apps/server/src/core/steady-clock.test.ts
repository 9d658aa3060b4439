/** A clock that is set is noticed, one that is only a little wrong is not. */
import { expect, it } from 'vitest';
import { steadyClock } from './steady-clock.ts';

const hour = 3_600_000;

it.each([
  ['forward a day', 24 * hour],
  ['back a day', -24 * hour],
  ['forward a year', 365 * 24 * hour],
])('%s: it is steady again an hour later', (_, jump) => {
  let passed = 0;
  const clock = steadyClock(() => passed);
  const pass = (ms: number, wrong: number) => {
    for (const end = passed + ms; passed < end;) clock.note(1_700_000_000_000 + (passed += 60_000) + wrong);
  };
  pass(hour, 0);
  expect(clock.isSteady()).toBe(true);
  pass(60_000, jump);
  expect([clock.seconds(), clock.isSteady()]).toEqual([0, false]);
  pass(hour, jump);
  expect(clock.isSteady()).toBe(true);
  pass(60_000, 0);
  expect(clock.isSteady()).toBe(false);
});

it('is not settled when it begins, and a clock that is drawn slowly to the right time is steady', () => {
  let passed = 5;
  const clock = steadyClock(() => passed);
  expect(clock.isSteady()).toBe(false);
  for (let wrong = 0; wrong < 60_000; wrong += 500) clock.note((passed += 60_000) + wrong);
  expect(clock.isSteady()).toBe(true);
});
