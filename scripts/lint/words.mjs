// Retired words: docs/glossary.md says what is said instead. Texts that people read are held to the longer list.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Not in code, comments or documents. */
const everywhere = [
  [/\banew\b/i, 'again, start over'],
  [/\b(?<!over)heard\b/i, 'received, weight'],
  [/\w*wish\w*/i, 'desired, request, edit, target'],
  [/\bfar[ _-]out\b/i, 'outlier'],
  [/\binvented defects?\b/i, 'synthetic defects'],
  [/\blet_in\b/, 'filter, admit'],
  [/\bstandingOf\b|\bStanding\b/, 'progress, status'],
  [/\bPatient\b/, 'context'],
  [/\b(?<!back)bones\b/i, 'placeholders'],
  [/\b(?:un)?sided(?!-)\b(?<!two-sided)/, 'OK and NG'],
  [/\bTeller\b|\bTicker\b/, 'reporter, progress'],
  [/\w*trunk\w*/i, 'backbone'],
  [/\b(?:PredictionKind|kindOfModel)\b/, 'prediction type'],
  [/(?<=\b(?:const|let|function|def) )(?:told|teller|tell|settled?|sift(?:ed)?|usual)\b/, 'what it does or holds'],
];
/** Nor in what people read. */
const inTexts = [
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, correct'],
  [/\blearnt\b/i, 'learned'],
  [/\bprocessor\b/i, 'CPU'],
  [/\b(?:every|some|any)body\b/i, 'everyone, someone'],
  [/\bpast its time\b/i, 'expired'],
  [/\b(?:goes?|gone) with (?:it|them|these)\b/i, 'is deleted too'],
  [/\ball the same\b/i, 'anyway'],
  [/\bfalse[ -]rejects?\b/i, 'overkill'],
  [/\bcheck-up\b/i, 'doctor'],
  [/误判/, '过杀'],
  [/图像/, '图片'],
  [/处理器/, 'CPU'],
  [/\p{Script=Han}[，。；：！？、]? {2}\p{Script=Han}/u, 'no space between Chinese sentences'],
];
const texts =
  /^apps\/web\/src\/locales\/|^packages\/contract\/src\/(core\/messages|tasks\/(cause-guide|state)|families\/)|^apps\/server\/src\/operations\/texts\.ts$|^docs\/(guide\/|operations\.md|settings\.md)|^(README|CHANGELOG)\.md$/;
/** Where older words have to stand: this list, the glossary, what reads stored data of before, and what was recorded before. */
const exempt =
  /\.test\.\w+$|^scripts\/lint\/words\.mjs$|^docs\/glossary\.md$|\/migrations\/|\/testing\/upgrade\/|\/fixtures?\/|^engine\/tests\/|^engine\/.*\/older\.py$/;
/** Names in backquotes tell of what was, and settings are still read by an older name. */
const olderNames = /`trunk`|LOUPE_TRUNK_[\w…]*/g;

/** Complaints about the words of one file, by its path from the root of the house. */
export function wordProblems(place, text) {
  if (exempt.test(place)) return [];
  const rules = texts.test(place) ? [...everywhere, ...inTexts] : everywhere;
  return text.split('\n').flatMap((line, i) =>
    rules.flatMap(([word, instead]) => {
      const found = word.exec(line.replaceAll(olderNames, ''));
      return found ? [`${place}:${i + 1}: “${found[0]}” is retired; say ${instead} (docs/glossary.md)`] : [];
    }),
  );
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (/^(node_modules|dist|__pycache__|\..*|.*\.egg-info)$/.test(entry.name)) continue;
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(place);
    else if (/\.(tsx?|mjs|py|css|md)$/.test(entry.name)) yield place;
  }
}

/** Retired words below the folders and in the documents of a house. */
export const checkWords = (root, folders) =>
  [
    ...folders.flatMap((one) => [...filesBelow(path.join(root, one))]),
    ...['README.md', 'CHANGELOG.md'].map((one) => path.join(root, one)),
  ].flatMap((place) => wordProblems(path.relative(root, place).replaceAll('\\', '/'), readFileSync(place, 'utf8')));
