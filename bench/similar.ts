/**
 * Propose similar: from 1, 2 and 5 examples to candidates on images that hold none of them, through the hosts that the product
 * uses. Beside it the pixels of the example laid over every place, and windows of its size anywhere. Several draws of examples;
 * what was chosen was chosen on other sets (`LOUPE_SIMILAR_USE=choose`).
 */
import { createPool, type Inference } from '../apps/server/src/inference/index.ts';
import {
  findSimilar,
  learn,
  shownFrom,
  type Looking,
} from '../apps/server/src/features/preannotation/similar/index.ts';
import { figure, mean, type Bench, type Figure } from './bench.ts';
import { judge, type Answered, type Judged, type Scored } from './similar/judge.ts';
import { setsFor, type Marked, type SetOf } from './similar/sets.ts';
import { byTemplate } from './similar/template.ts';

const counts = [1, 2, 5] as const;
const draws = { full: 4, quick: 2 };
/** Images that are searched for a draw, and those of them that say what is ordinary. */
const searched = 16;
const ordinary = 10;
const most = 40;

/** The same numbers on every machine: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((one) => ({ one, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one);

interface Question {
  examples: { image: Marked; box: Marked['objects'][number] }[];
  images: Marked[];
  label: number;
}

/** Examples of one label, each of another image; all objects of that label are looked for elsewhere. */
function drawn({ images }: SetOf, count: number, seed: number): Question {
  const random = randomFrom(seed);
  const labels = [...new Set(images.flatMap(({ objects }) => objects.map(({ label }) => label)))].toSorted(
    (a, b) => a - b,
  );
  const label = labels[seed % labels.length]!;
  const having = shuffled(
    images.filter(({ objects }) => objects.some((one) => one.label === label)),
    random,
  );
  const examples = having.slice(0, count).map((image) => {
    const own = image.objects.filter((one) => one.label === label);
    return { image, box: own[Math.floor(random() * own.length)]! };
  });
  const others = images.filter((one) => examples.every(({ image }) => image !== one));
  return { examples, images: shuffled(others, random).slice(0, searched), label };
}

const lookingWith =
  (pool: Inference): Looking<Marked> =>
  async ({ path }, look) =>
    (await pool.look({ source: { path } }, look)).tiles;

async function bySimilar(pool: Inference, { examples, images }: Question): Promise<{ found: Scored[][]; ms: number }> {
  const looking = lookingWith(pool);
  const given = examples.map(({ image, box }) => ({ image, size: image.size, example: { labelId: 1, box } }));
  const known = images.slice(0, ordinary).map((image) => ({ image, size: image.size }));
  const learned = await learn(given, known, looking, { onUseless: async () => undefined });
  const begin = performance.now();
  const found: Scored[][] = [];
  for (const image of images) found.push(await findSimilar(learned, { image, size: image.size }, looking, most));
  return { found, ms: (performance.now() - begin) / images.length };
}

function byChance({ examples, images }: Question, seed: number): Scored[][] {
  const random = randomFrom(seed + 1000);
  return images.map(({ size }) =>
    Array.from({ length: 10 }, (_, i) => {
      const { width, height } = examples[i % examples.length]!.box;
      const [x, y] = [random() * Math.max(0, size.width - width), random() * Math.max(0, size.height - height)];
      return { x, y, width, height, score: random() };
    }),
  );
}

const answered = ({ images, label }: Question, found: readonly Scored[][]): Answered[] =>
  images.map(({ objects }, i) => ({ found: found[i]!, objects: objects.filter((one) => one.label === label) }));

const meanOf = (all: readonly Judged[]): Judged => ({
  ap: mean(all.map(({ ap }) => ap)),
  apCentre: mean(all.map(({ apCentre }) => apCentre)),
  precision: mean(all.map(({ precision }) => precision)),
  recall: mean(all.map(({ recall }) => recall)),
  recallOf5: mean(all.map(({ recallOf5 }) => recallOf5)),
});
const f = (value: number) => value.toFixed(3);
const line = ({ ap, apCentre, precision, recall, recallOf5 }: Judged): string =>
  `AP ${f(ap)}  by centre ${f(apCentre)}  from ${shownFrom}: precision ${f(precision)}, recall ${f(recall)}  recall of 5 ${f(recallOf5)}`;

async function runSet(pool: Inference, set: SetOf, rounds: number, figures: Record<string, Figure>): Promise<void> {
  for (const count of counts) {
    const all: Record<string, Judged[]> = { similar: [], template: [], chance: [] };
    const times: number[] = [];
    for (let seed = 0; seed < rounds; seed++) {
      const question = drawn(set, count, seed);
      const { found, ms } = await bySimilar(pool, question);
      times.push(ms);
      all['similar']!.push(judge(answered(question, found), shownFrom));
      if (process.env['LOUPE_SIMILAR_ALONE']) continue;
      all['template']!.push(judge(answered(question, await byTemplate(question.examples, question.images)), 0.6));
      all['chance']!.push(judge(answered(question, byChance(question, seed)), 0));
    }
    for (const [name, list] of Object.entries(all)) {
      if (list.length === 0) continue;
      const judged = meanOf(list);
      console.log(
        `${set.name} ${count} ${name.padEnd(8)} ${line(judged)}${name === 'similar' ? `  ${f(mean(times) / 1000)} s an image` : ''}`,
      );
      for (const [key, value] of Object.entries(judged))
        figures[`${set.name}_${count}_${name}_${key}`] = figure(value as number, '');
    }
    figures[`${set.name}_${count}_ms`] = figure(mean(times), 'ms');
  }
}

async function runBench({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  const figures: Record<string, Figure> = {};
  const pool = createPool({ seconds: 60, memoryMb: 4096, processes: 1, threads: 2 });
  try {
    for (const set of setsFor((process.env['LOUPE_SIMILAR_USE'] as SetOf['use'] | undefined) ?? 'judge')) {
      console.log(
        `${set.name}: ${set.images.length} images, ${set.images.reduce((sum, one) => sum + one.objects.length, 0)} objects`,
      );
      await runSet(pool, set, quick ? draws.quick : draws.full, figures);
    }
  } finally {
    await pool.close();
  }
  return figures;
}

export const bench: Bench = {
  title: 'propose similar: candidates from 1, 2 and 5 examples, beside template matching and chance',
  run: runBench,
};
