// A step that counts tests. Green means: it ran to its end, nothing failed, and at least one test passed.
//
// What failed is run once more: its files alone, or everything where the run broke without naming one. What then passes
// is *unsteady*: what it printed the first time is shown, and it is named at the end. On a developer's machine the run
// stays green; in CI (`CI` is set) it is red, so that nobody lives with such a test. A mistake fails both times.

const inCi = () => !['', '0', 'false', undefined].includes(process.env.CI);
const none = { passed: 0, failed: 0, skipped: 0 };

async function attempt({ work, count }, files) {
  const { code, output, seconds } = await work(files);
  const found = count() ?? { ...none, files: [] };
  const { files: failing, ...counts } = found;
  return { ok: code === 0 && counts.failed === 0 && counts.passed > 0, output, seconds, counts, failing };
}

/**
 * `work(files)` runs all tests, or those of the files named; `count()` reads {passed, failed, skipped, files} from what
 * it wrote, `files` being those with a failed test, as `work` takes them.
 */
export function counting(name, tests) {
  return {
    name,
    run: async () => {
      const { failing, ...first } = await attempt(tests, []);
      if (first.ok) return { name, ...first };
      const what = failing.length > 0 ? failing : ['everything'];
      const { failing: _, ...again } = await attempt(tests, failing);
      const seconds = first.seconds + again.seconds;
      const output = `${first.output}\n---- once more: ${what.join(', ')} ----\n${again.output}`;
      if (!again.ok) return { name, ...first, output, seconds };
      const { passed, failed, skipped } = first.counts;
      const counts = failing.length > 0 ? { passed: passed + failed, failed: 0, skipped } : again.counts;
      return { name, ok: !inCi(), output: first.output, seconds, counts, unsteady: what };
    },
  };
}

/** Counts of a JUnit file as pytest writes it, and the test files in which one failed, relative to where it ran. */
export function countJunit(xml) {
  const suite = /<testsuite [^>]*>/.exec(xml)?.[0];
  if (!suite) return undefined;
  const number = (key) => Number(new RegExp(`\\b${key}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const failed = number('failures') + number('errors');
  const cases = xml.match(/<testcase [^>]*?(?:\/>|>[^]*?<\/testcase>)/g) ?? [];
  const bad = cases.filter((one) => /<(failure|error)\b/.test(one));
  const files = bad.map((one) => /classname="([^"]*)"/.exec(one)?.[1] ?? '').filter((name) => name !== '');
  return {
    passed: number('tests') - failed - number('skipped'),
    failed,
    skipped: number('skipped'),
    files: [...new Set(files.map((name) => `${name.replace(/\.[A-Z].*$/, '').replaceAll('.', '/')}.py`))],
  };
}
