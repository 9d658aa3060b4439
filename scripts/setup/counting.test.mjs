/** A step that counts tests: what fails once is run once more, what fails twice is a failure. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countJunit, counting } from './counting.mjs';
import { sum, summary } from './report.mjs';

/** A step whose runs go as told, one after the other; `asked` says which files each was to run. */
function step(...runs) {
  const asked = [];
  let now;
  const tests = {
    work: async (files) => {
      asked.push(files);
      now = runs.shift();
      return { code: now.failed > 0 || now.broke ? 1 : 0, output: now.output ?? '', seconds: 1 };
    },
    count: () => ({ passed: now.passed, failed: now.failed, skipped: 0, files: now.files ?? [] }),
  };
  return { asked, run: () => counting('tests', tests).run() };
}

// as on a developer's machine, wherever these tests run
beforeEach(() => vi.stubEnv('CI', ''));
afterEach(() => vi.unstubAllEnvs());

describe('a step that counts tests', () => {
  it('runs once where all is well', async () => {
    const { asked, run } = step({ passed: 3, failed: 0 });
    expect(await run()).toMatchObject({ ok: true, counts: { passed: 3, failed: 0 } });
    expect(asked).toEqual([[]]);
  });

  it('is green and unsteady where the second run of the failed files passes, and shows the first output', async () => {
    const first = { passed: 2, failed: 1, files: ['b.test.ts'], output: 'expected 1 to be 2' };
    const { asked, run } = step(first, { passed: 4, failed: 0 });
    const result = await run();
    expect(result).toMatchObject({ ok: true, counts: { passed: 3, failed: 0 }, unsteady: ['b.test.ts'] });
    expect(result.output).toContain('expected 1 to be 2');
    expect(asked).toEqual([[], ['b.test.ts']]);
    expect(summary([result])).toContain('UNSTEADY, passed only the second time: b.test.ts');
  });

  it.each(['true', '1'])(
    'is red in CI (CI=%s) where it passes only the second time, and named all the same',
    async (value) => {
      vi.stubEnv('CI', value);
      const first = { passed: 2, failed: 1, files: ['b.test.ts'] };
      const result = await step(first, { passed: 4, failed: 0 }).run();
      expect(result).toMatchObject({ ok: false, unsteady: ['b.test.ts'] });
      expect(sum([result]).failed).toBe(1);
      expect(summary([result])).toMatch(/FAILED.*UNSTEADY, passed only the second time: b\.test\.ts/);
      expect(await step({ passed: 3, failed: 0 }).run()).toMatchObject({ ok: true });
    },
  );

  it('fails where both runs fail, and counts the first', async () => {
    const failing = { passed: 2, failed: 1, files: ['b.test.ts'] };
    const result = await step(failing, { passed: 0, failed: 1, files: ['b.test.ts'] }).run();
    expect(result).toMatchObject({ ok: false, counts: { passed: 2, failed: 1 } });
  });

  it('runs everything again where the first broke without naming a test', async () => {
    const { asked, run } = step({ passed: 1, failed: 0, broke: true }, { passed: 5, failed: 0 });
    expect(await run()).toMatchObject({ ok: true, counts: { passed: 5, failed: 0 }, unsteady: ['everything'] });
    expect(asked).toEqual([[], []]);
  });

  it('fails where no test runs at all', async () => {
    expect(await step({ passed: 0, failed: 0 }, { passed: 0, failed: 0 }).run()).toMatchObject({ ok: false });
  });
});

it('the failed files of a JUnit report are named as pytest takes them', () => {
  const xml = `<testsuites><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="5">
    <testcase classname="tests.test_a" name="one" time="0.1" /><testcase classname="tests.test_a" name="two" time="0.1">
    <failure message="x">no</failure></testcase><testcase classname="tests.test_b.TestC" name="three">
    <error message="y">no</error></testcase><testcase classname="tests.test_d" name="four"><skipped/></testcase>
    <testcase classname="tests.test_d" name="five"/></testsuite></testsuites>`;
  expect(countJunit(xml)).toEqual({ passed: 2, failed: 2, skipped: 1, files: ['tests/test_a.py', 'tests/test_b.py'] });
});
