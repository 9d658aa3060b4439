// Retired words are found where they must not be, and left alone where older data or other meanings need them.
import { expect, it } from 'vitest';
import { wordProblems } from './words.mjs';

const locale = 'apps/web/src/locales/en/tasks.ts';
const code = 'apps/server/src/core/live.ts';

it.each([
  [code, '/** Makes the views anew. */', 'anew'],
  [code, 'const wishes = [];', 'wishes'],
  [code, 'const wishOf = 1;', 'wishOf'],
  [code, 'function settle(wanted: number) {', 'settle'],
  ['engine/loupe_engine/loop.py', 'def told():', 'told'],
  [code, 'export const standingOf = 1;', 'standingOf'],
  ['engine/loupe_engine/loop.py', 'far_out = 6', 'far_out'],
  [locale, "  fixFields: 'Mend the parameters.',", 'Mend'],
  [locale, "  cpu: 'Processor',", 'Processor'],
  ['apps/web/src/locales/zh/scores.ts', "  a: '误判率',", '误判'],
  ['docs/guide/en.md', 'The trunk is pretrained.', 'trunk'],
  ['packages/contract/src/families/anomaly-params.ts', '  trunk: {', 'trunk'],
  ['packages/contract/src/core/messages-training.ts', "  'train.startTrunk': {", 'startTrunk'],
  ['CHANGELOG.md', 'Everybody can do this.', 'Everybody'],
])('%s: %s', (place, text, word) => {
  expect(wordProblems(place, text)).toEqual([expect.stringContaining(`${place}:1: “${word}” is retired`)]);
});

it.each([
  [code, 'const backbones = []; // two-sided'],
  [code, 'const timer = 1; // the person is told'],
  [code, "const setting = 'LOUPE_TRUNK_PPOCR';"],
  ['engine/loupe_engine/recipes/anomaly/older.py', 'KEYS = {"trunk": "backbone"}'],
  ['CHANGELOG.md', '- The parameter `trunk` is now `backbone`.'],
  ['docs/settings.md', '- `LOUPE_TRUNK_PPOCR` is now'],
  ['docs/glossary.md', '| anew | again |'],
  ['apps/server/src/testing/upgrade/old-engine.ts', "let wish = 'run';"],
])('%s may say: %s', (place, text) => {
  expect(wordProblems(place, text)).toEqual([]);
});
