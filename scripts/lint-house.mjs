// The house rules that oxlint cannot say: direction of imports between layers, features meeting only at their front
// door, no question about the family outside families/, and the length of Python files.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const maxLines = 400;

/** Layers from the ground up. A file imports from its own layer or from one below. */
const layers = {
  server: [
    [/^tables\//, 0],
    [/^(core\/|config\.ts$)/, 1],
    [/^(families|predictions|inference)\//, 2],
    [/^(features|tasks-runner)\//, 3],
    [/^/, 4],
  ],
  web: [
    [/^(locales|canvas)\//, 0],
    [/^core\//, 1],
    [/^ui\//, 1],
    [/^(families|predictions)\//, 2],
    [/^features\//, 3],
    [/^/, 4],
  ],
};
const layerNames = [
  'tables, locales or canvas',
  'core or ui',
  'families, predictions or inference',
  'features or tasks-runner',
  'app',
];
/** Where another feature may be entered. */
const doors = { server: ['index.ts'], web: ['api.ts'] };
const allowedPackages = {
  contract: [],
  geometry: [],
  metrics: ['@loupe/geometry'],
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;
const familyQuestion =
  /\bfamily(?:Id)?\s*[!=]==?\s*['"`]|['"`](?:detection|ocr|anomaly)['"`]\s*[!=]==?\s*[\w.]*\bfamily|switch\s*\([^)\n]*\bfamily(?:Id)?\s*\)/i;

export function importsOf(source) {
  return [...source.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? match[3]);
}

const layerOf = (side, place) => layers[side].find(([pattern]) => pattern.test(place))[1];

/** Complaints about one import of one app file. Places are relative to apps/<side>/src, with forward slashes. */
function checkAppImport(side, from, to) {
  const found = [];
  const [fromLayer, toLayer] = [layerOf(side, from), layerOf(side, to)];
  if (toLayer > fromLayer) {
    found.push(`${layerNames[fromLayer]} must not import ${to} (${layerNames[toLayer]}): imports go down only`);
  }
  const [fromFeature, toFeature] = [from, to].map((place) => /^features\/([^/]+)\//.exec(place)?.[1]);
  const throughDoor = doors[side].some((door) => to === `features/${toFeature}/${door}`);
  if (toFeature && fromFeature && toFeature !== fromFeature && !throughDoor) {
    found.push(`feature ${fromFeature} must enter feature ${toFeature} by ${doors[side].join(' or ')}, not by ${to}`);
  }
  return found;
}

/** Complaints about one TypeScript file; `file` is relative to the root, with forward slashes. */
export function checkFile(file, source) {
  const found = [];
  const isTest = /\.test\.tsx?$/.test(file) || file.includes('/testing/');
  if (!isTest && !file.includes('/families/') && familyQuestion.test(source)) {
    found.push('asks which family it is; that belongs into families/');
  }
  const [top, name] = file.split('/');
  const base = `${top}/${name}/src/`;
  for (const specifier of importsOf(source)) {
    if (top === 'packages') {
      const isOwn =
        specifier.startsWith('.') &&
        path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)).startsWith(base);
      const isOurs = specifier.startsWith('@loupe/') || specifier.startsWith('.');
      if (isOurs && !isOwn && !allowedPackages[name]?.includes(specifier))
        found.push(`package ${name} must not import ${specifier}`);
      if (!isTest && specifier.startsWith('node:'))
        found.push(`package ${name} runs in browsers and must not import ${specifier}`);
    } else if (file.startsWith(base) && layers[name] && specifier.startsWith('.')) {
      const to = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
      // A test may look at the other end of a protocol: the two halves are proven together.
      if (!to.startsWith(base)) found.push(...(isTest ? [] : [`must not reach into ${to}`]));
      else if (!isTest) found.push(...checkAppImport(name, file.slice(base.length), to.slice(base.length)));
    }
    if (file.startsWith('apps/web/src/canvas/') && /^(react|antd|@ant-design|@tanstack)/.test(specifier)) {
      found.push(`canvas knows no ${specifier}`);
    }
    if (specifier.startsWith('onnxruntime') && file.startsWith('apps/server/') && !file.includes('/inference/')) {
      found.push('only inference/ imports onnxruntime');
    }
  }
  return found;
}

/** The package that a specifier names; undefined for files, and for what Node brings. */
const packageOf = (specifier) =>
  /^(\.|node:|\$|virtual:)/.test(specifier)
    ? undefined
    : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Complaints about packages that a file imports and its package.json does not name: they are there by luck. */
export function checkDeclared(file, source, { own, name }) {
  const missing = importsOf(source)
    .map(packageOf)
    .filter((one) => one && one !== name && one !== 'vitest' && !own.has(one));
  return [...new Set(missing)].map((one) => `imports ${one}, which its package.json does not declare`);
}

const manifests = new Map();
/** Name and dependencies of the package that a file belongs to: its workspace, or the root. */
function manifestOf(file) {
  const [top, name] = file.split('/');
  const folder = ['apps', 'packages'].includes(top) ? path.join(root, top, name) : root;
  if (!manifests.has(folder)) {
    const {
      name: title,
      dependencies,
      devDependencies,
    } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    // konva is a peer that the canvas bench installs for itself
    const ours = folder === root ? ['@loupe/contract', '@loupe/geometry', '@loupe/metrics', 'konva'] : [];
    manifests.set(folder, {
      name: title,
      own: new Set([...Object.keys({ ...dependencies, ...devDependencies }), ...ours]),
    });
  }
  return manifests.get(folder);
}

function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (/^(node_modules|dist|migrations|__pycache__|\..*|.*\.egg-info)$/.test(entry.name)) continue;
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(place);
    else yield place;
  }
}

function checkTree() {
  const problems = [];
  for (const top of ['packages', 'apps', 'engine', 'bench', 'examples']) {
    for (const place of walk(path.join(root, top))) {
      const file = path.relative(root, place).replaceAll('\\', '/');
      if (!/\.(tsx?|py)$/.test(file)) continue;
      const source = readFileSync(place, 'utf8');
      const lines = source.split('\n').length - 1;
      if (file.endsWith('.py') && lines > maxLines) problems.push(`${file}: ${lines} lines (at most ${maxLines})`);
      if (file.endsWith('.py')) continue;
      const found = [...checkFile(file, source), ...checkDeclared(file, source, manifestOf(file))];
      problems.push(...found.map((text) => `${file}: ${text}`));
    }
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkTree();
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
