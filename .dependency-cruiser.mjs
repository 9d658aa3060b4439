// Which file may import which. Paths are relative to the root; `$1` is what the first group of `from.path` matched.

/** Layers from the ground up. A file imports from its own layer or from one below; tests may look anywhere. */
const layers = {
  server: [
    ['tables', 'tables/'],
    ['core', '(core/|config\\.ts$)'],
    ['families, predictions and inference', '(families|predictions|inference)/'],
    ['features and tasks-runner', '(features|tasks-runner)/'],
    ['the app', ''],
  ],
  web: [
    ['locales and canvas', '(locales|canvas)/'],
    ['core and ui', '(core|ui)/'],
    ['families and predictions', '(families|predictions)/'],
    ['features', 'features/'],
    ['the app', ''],
  ],
};
/** Where another feature may be entered. */
const doors = { server: 'index.ts', web: 'api.ts' };

/** Tests prove two halves of a protocol together, so they may look at the other end. */
const tests = '(\\.test\\.tsx?$|/testing/)';
const ours = '^(apps|packages|bench|examples|scripts)/';
const notInstalled = ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'];
/** The tests' own tool is the root's; konva is a peer that the canvas bench installs for itself. */
const providedByTheRoot = '(^|node_modules/)(vitest|konva)(/|$)';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

function layerRules(side) {
  const inside = (place) => `^apps/${side}/src/${place}`;
  return layers[side].slice(0, -1).map(([title, place], i) =>
    forbid(
      `${side}: ${title}`,
      'Imports go down only.',
      { path: inside(place), pathNot: tests },
      {
        path: inside(''),
        pathNot: layers[side].slice(0, i + 1).map(([, lower]) => inside(lower)),
      },
    ),
  );
}

const door = (side) => {
  const features = `^apps/${side}/src/features/`;
  return forbid(
    `${side}: doors of features`,
    `A feature enters another by its ${doors[side]} alone.`,
    { path: `${features}([^/]+)/`, pathNot: tests },
    {
      path: `${features}[^/]+/`,
      pathNot: [`${features}$1/`, `${features}[^/]+/${doors[side].replace('.', '\\.')}$`],
    },
  );
};

const layerAndDoorRules = Object.keys(layers).flatMap((side) => [...layerRules(side), door(side)]);

const packageRules = [
  forbid(
    'packages: what they build on',
    'Contract and geometry import nothing of ours; metrics imports geometry.',
    { path: '^packages/([^/]+)/' },
    { path: ['^node_modules/@loupe/', ours], pathNot: ['^packages/$1/', '^node_modules/@loupe/geometry/'] },
  ),
  forbid(
    'packages: geometry is for metrics',
    'Contract and geometry import nothing of ours; metrics imports geometry.',
    { path: '^packages/(contract|geometry)/' },
    { path: '^node_modules/@loupe/' },
  ),
  forbid(
    'packages: they run in browsers',
    'A package must not import what only Node has.',
    { path: '^packages/', pathNot: tests },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'packages: by their names',
    'A package is entered by its name and not by a path.',
    { path: ours, pathNot: '^packages/' },
    { path: '^packages/' },
  ),
];

const appRules = [
  forbid(
    'apps: no other app',
    'Server and web meet in the contract and nowhere else.',
    { path: '^apps/(server|web)/src/', pathNot: tests },
    { path: ours, pathNot: '^apps/$1/src/' },
  ),
  forbid(
    'web: canvas draws',
    'The canvas knows neither React nor the server.',
    { path: '^apps/web/src/canvas/' },
    { path: 'node_modules/(react|react-dom|antd|@ant-design|@tanstack)(/|$)' },
  ),
  forbid(
    'web: pages do not fetch',
    'A page asks by `useApi` and by the hooks of its feature, and never calls the server itself.',
    { path: '^apps/web/src/features/[^/]+/pages/', pathNot: tests },
    { path: '^apps/web/src/core/(call|bytes|sockets)\\.ts$' },
  ),
  forbid(
    'server: ONNX Runtime',
    'Only `inference/` imports ONNX Runtime.',
    { path: '^apps/server/', pathNot: '/inference/' },
    { path: '(^|node_modules/)onnxruntime' },
  ),
  forbid(
    'server: tools of the tests',
    'What runs for the user needs no package of the tests.',
    { path: '^apps/server/src/', pathNot: tests },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'tests stay outside',
    'Nothing but tests imports a test or its helpers.',
    { path: '^(apps/(server|web)|packages/[^/]+)/src/', pathNot: tests },
    { path: `^(apps|packages)/.*${tests}` },
  ),
];

const everywhere = [
  forbid('no circles', 'Also not by types alone.', {}, { circular: true }),
  forbid(
    'declared',
    'A package that is imported stands in the package.json of who imports it.',
    {},
    { dependencyTypes: notInstalled, pathNot: providedByTheRoot },
  ),
  forbid('resolvable', 'What is imported is there.', {}, { couldNotResolve: true, pathNot: providedByTheRoot }),
];

export default {
  forbidden: [...layerAndDoorRules, ...packageRules, ...appRules, ...everywhere],
  options: {
    // TypeScript 7 has no programming interface that dependency-cruiser could use; swc reads the same files
    parser: 'swc',
    // with types
    tsPreCompilationDeps: true,
    // our own packages are entered by their names and must be declared like any other
    preserveSymlinks: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|migrations)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
