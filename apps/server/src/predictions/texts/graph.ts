/** The graphs of models of texts: one gives a map of where texts are, the other what the text in a quadrilateral says. */
import { limits, type PredictedText, type Texts } from '@loupe/contract';
import { collapse, insetQuad, textBoxes, textColumns, wholeQuad, type TextQuad, type TextWidth } from '@loupe/geometry';
import { z } from 'zod';
import { failed, type Filled, type GraphContract, type GraphPlace, type Output } from '../graph.ts';

/** Cells of a side of the map: far more than a training may ask for. */
const mapSide = 4096;
/** Characters that a dictionary has at most: more than there are in Unicode's common planes is none. */
const mostCharacters = 65_536;

const placeOf = (place: GraphPlace | undefined): GraphPlace => {
  if (!place) throw new Error('graphs of texts are asked about a place');
  return place;
};

function readMap(
  { probability, scale }: Readonly<Record<string, Output>>,
  { width, height, settings }: GraphPlace,
): Texts {
  const [rows = 0, columns = 0] = probability?.dims ?? [];
  const isMap = probability?.dims.length === 2 && rows > 0 && columns > 0 && rows <= mapSide && columns <= mapSide;
  if (!probability || !isMap || !(probability.data instanceof Uint8Array) || probability.data.length !== rows * columns)
    throw failed(`the model gave a map of ${probability?.dims.join('×') ?? 'nothing'}`);
  const [x, y] = [Number(scale?.data[0]), Number(scale?.data[1])];
  const isScale = (one: number): boolean => one > 0 && one <= limits.imageSide;
  if (scale?.data.length !== 2 || !isScale(x) || !isScale(y)) throw failed(`the model gave cells of ${x}×${y} pixels`);
  const map = { probability: probability.data, width: columns, height: rows, scale: [x, y] as const };
  const { binary = 0, box = 0, unclip = 0 } = settings;
  const found = textBoxes(map, { width, height }, { binary, box, unclip }, limits.predictionMax);
  const items = found.map(({ quad, score }) => ({ quad, score, text: null, textScore: null, charScores: [] }));
  return { type: 'texts', items };
}

const mapGraph: GraphContract = {
  inputs: { image: { type: 'uint8', rank: 3 } },
  optional: {},
  outputs: { probability: { type: 'uint8', rank: 2 }, scale: { type: 'float32', rank: 1 } },
  read: (outputs, _classes, _settings, place) => readMap(outputs, placeOf(place)),
};

/** What the file of a network that reads says of itself. */
const About = z.object({
  characters: z.array(z.string().min(1).max(8)).min(1).max(mostCharacters),
  width: z.object({
    zoom: z.enum(['keep', 'fixed']),
    fixed: z.int().min(limits.textWidthMin).max(limits.textWidthMax),
    step: z.int().min(8).max(limits.textWidthMin).optional(),
  }),
});
interface Reader {
  characters: readonly string[];
  width: TextWidth;
}
/** Tens of thousands of characters are read once a file, not once a text. */
const readers = new WeakMap<object, Reader>();

function readerOf({ about }: GraphPlace): Reader {
  const known = typeof about === 'object' && about !== null ? readers.get(about) : undefined;
  if (known) return known;
  const parsed = About.safeParse(about);
  if (!parsed.success) throw failed('the model file lacks its characters or the width of its texts');
  readers.set(about as object, parsed.data);
  return parsed.data;
}

const quadOf = ({ quad, width, height }: GraphPlace): TextQuad =>
  quad ? (quad as unknown as TextQuad) : wholeQuad(width, height);

function fill(place: GraphPlace): Record<string, Filled> {
  const quad = insetQuad(quadOf(place), place.settings['edgeCut'] ?? 0);
  const { columns, content } = textColumns(quad, readerOf(place).width);
  return {
    quad: { dims: [4, 2], data: Float32Array.from(quad) },
    columns: { dims: [columns], data: new Float32Array(columns) },
    content: { dims: [1], data: Float32Array.of(content) },
  };
}

const isShare = (value: number): boolean => value >= 0 && value <= 1;
/** Probabilities of two runtimes end a hair above one. */
const clamped = (value: number): number => Math.min(1, value);

function readText({ ids, scores }: Readonly<Record<string, Output>>, place: GraphPlace): Texts {
  const { characters } = readerOf(place);
  const count = ids?.data.length ?? 0;
  if (!ids || !scores || count === 0 || scores.data.length !== count || count > limits.textColumns)
    throw failed(`the model gave ${count} characters and ${scores?.data.length ?? 0} scores`);
  const classes = Array.from(ids.data as ArrayLike<number | bigint>, Number);
  const sure = Array.from(scores.data as ArrayLike<number>, Number).map((one) => (one <= 1.001 ? clamped(one) : one));
  const wrong = classes.find((id) => !(id >= 0 && id <= characters.length));
  if (wrong !== undefined) throw failed(`the model gave class ${wrong} of ${characters.length} characters`);
  if (!sure.every(isShare)) throw failed(`the model gave score ${String(sure.find((one) => !isShare(one)))}`);
  const { text, score, charScores } = collapse(classes, sure, characters);
  const item: PredictedText = {
    quad: [...quadOf(place)],
    score: 1,
    text,
    textScore: clamped(score),
    charScores,
  };
  return { type: 'texts', items: [item] };
}

const readGraph: GraphContract = {
  inputs: {
    image: { type: 'uint8', rank: 3 },
    quad: { type: 'float32', rank: 2 },
    columns: { type: 'float32', rank: 1 },
    content: { type: 'float32', rank: 1 },
  },
  optional: {},
  outputs: { ids: { type: 'int64', rank: 1 }, scores: { type: 'float32', rank: 1 } },
  fill,
  read: (outputs, _classes, _settings, place) => readText(outputs, placeOf(place)),
};

/** Which of the two a model is follows from what it gives. */
export const textsGraph: GraphContract = {
  ...mapGraph,
  formOf: (outputs) => (outputs.includes('ids') ? readGraph : mapGraph),
};
