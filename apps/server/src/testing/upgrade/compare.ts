/** Whether an answer of today says all that the old one said, under the names of today. */

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Fields and codes said *picture* until migration 0010, and *trunk* until 0013; what an export was asked for had a name of
 * its own.
 */
const today = (text: string): string =>
  text
    .replaceAll('picture', 'image')
    .replaceAll('Picture', 'Image')
    .replace(/^trunk\b/, 'backbone');
const isExportLine = (value: Record<string, Json>): boolean =>
  'format' in value && typeof value['pictures'] === 'boolean';

/** Certificates have one list of differences, by the names of the prediction type, since migration 0011. */
function certificate(old: Record<string, Json>): Record<string, Json> {
  const { detections, minDetections, maxBoxDelta, maxHeatDelta, maxScoreDelta, tolerance, ...others } = old;
  const { boxPx, score } = tolerance as { boxPx: number | null; score: number };
  const scores = { name: 'score', largest: maxScoreDelta, tolerance: score };
  const type =
    boxPx === null
      ? { prediction: 'scoremap', deltas: [scores, { name: 'heat', largest: maxHeatDelta, tolerance: null }] }
      : { prediction: 'boxes', deltas: [{ name: 'box', largest: maxBoxDelta, tolerance: boxPx }, scores] };
  return { ...others, ...type, v: 2, compared: detections, minCompared: minDetections };
}

export function renamed(value: Json, key = ''): Json {
  if (Array.isArray(value)) return value.map((one) => renamed(one, key));
  if (isObject(value)) {
    if (key === 'certificate') return certificate(value);
    const named = (name: string) => (name === 'pictures' && isExportLine(value) ? 'withImages' : today(name));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [named(name), renamed(one, name)]));
  }
  return typeof value === 'string' && /^(key|code|unit|phase|groupRule)$/.test(key) ? today(value) : value;
}

/** The words of a message may have become better; they must be words, and of the code that stands beside. */
const isText = (key: string): boolean => /^(zh|en|msg|en_msg)$/.test(key);
const badText = (text: Json): boolean =>
  typeof text !== 'string' || text.trim() === '' || /\{\w+\}|undefined|\[object|^[a-z]+(\.\w+)+$/.test(text);

const isTime = (value: Json): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a));

const day = 24 * 3600 * 1000;
/** A file name that ends with the day on which it was made: its text before, and that day. */
function dated(value: Json): { stem: string; made: number } | null {
  const [, stem, year, month, date] =
    (typeof value === 'string' && /^(.+_)(\d{4})(\d\d)(\d\d)\.zip$/.exec(value)) || [];
  return stem === undefined ? null : { stem, made: Date.UTC(Number(year), Number(month) - 1, Number(date)) };
}
/** Whether two such names are of the same file: its day has moved as all times have, to one of the two next to it. */
function isSameFile(old: Json, now: Json, shift: number): boolean {
  const [before, after] = [dated(old), dated(now)];
  if (before === null || before.stem !== after?.stem) return false;
  return Math.abs(after.made - before.made - shift) < day;
}

/** Where the answers differ; `shift`: milliseconds by which all times have moved. What is only in the new one is no loss. */
export function differences(old: Json, now: Json, shift: number, at = ''): string[] {
  const key = at.slice(at.lastIndexOf('.') + 1);
  if (isText(key) && typeof old === 'string') return badText(now) ? [`${at}: no text (${String(now)})`] : [];
  if (Array.isArray(old)) {
    if (!Array.isArray(now) || now.length !== old.length)
      return [`${at}: ${old.length} entries, now ${Array.isArray(now) ? now.length : String(now)}`];
    return old.flatMap((one, i) => differences(one, now[i], shift, `${at}[${i}]`));
  }
  if (isObject(old)) {
    if (!isObject(now)) return [`${at}: now ${String(now)}`];
    return Object.entries(old).flatMap(([name, one]) =>
      name in now ? differences(one, now[name], shift, `${at}.${name}`) : [`${at}.${name}: gone`],
    );
  }
  if (isTime(old) && isTime(now) && Date.parse(now) - Date.parse(old) === shift) return [];
  if (isSameFile(old, now, shift)) return [];
  if (typeof old === 'number' && typeof now === 'number' && near(old, now)) return [];
  return old === now ? [] : [`${at}: ${JSON.stringify(old)}, now ${JSON.stringify(now)}`];
}
