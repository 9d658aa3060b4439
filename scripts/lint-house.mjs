// The house rules that oxlint and ruff cannot say: which file may import which, the length of Python files, and retired words.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.mjs';
import { checkWords } from './lint/words.mjs';

const maxLines = 400;
const folders = ['packages', 'apps', 'bench', 'examples', 'scripts'];

/** Complaints about imports below a folder that is laid out as this one is: `{ rule, from, to, text }`. */
export async function checkImports(folder) {
  const { enhancedResolveOptions, ...options } = rules.options;
  const { output } = await cruise(
    folders,
    { ...options, baseDir: folder, validate: true, ruleSet: { forbidden: rules.forbidden } },
    enhancedResolveOptions,
  );
  const comments = new Map(rules.forbidden.map((rule) => [rule.name, rule.comment]));
  return output.summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? cycle.map((one) => one.name ?? one).join(' → ') : to;
    return { rule: rule.name, from, to, text: `${from} → ${way}: ${comments.get(rule.name)} (${rule.name})` };
  });
}

function* pythonBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (/^(node_modules|__pycache__|\..*|.*\.egg-info)$/.test(entry.name)) continue;
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* pythonBelow(place);
    else if (entry.name.endsWith('.py')) yield place;
  }
}

/** Python files that are too long. */
export function checkLengths(folder) {
  const found = [];
  for (const place of ['engine', 'bench'].flatMap((top) => [...pythonBelow(path.join(folder, top))])) {
    const lines = readFileSync(place, 'utf8').split('\n').length - 1;
    if (lines > maxLines) found.push(`${path.relative(folder, place)}: ${lines} lines (at most ${maxLines})`);
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '..');
  const problems = [
    ...(await checkImports(root)).map((one) => one.text),
    ...checkLengths(root),
    ...checkWords(root, [...folders, 'engine', 'docs']),
  ];
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
