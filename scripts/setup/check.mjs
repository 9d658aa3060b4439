// `npm run check`: what must hold before a change is handed on, in under a minute.
import { format, house, lint, ruff, types, vitest } from './steps.mjs';
import { runLanes } from './report.mjs';

export async function check() {
  const results = await runLanes([
    [types, format],
    [house, lint, ruff(), vitest('pure')],
  ]);
  const bad = results.filter((result) => !result.ok);
  console.log(bad.length === 0 ? 'All checks passed.' : `Failed: ${bad.map((result) => result.name).join(', ')}.`);
  return bad.length === 0 ? 0 : 1;
}
