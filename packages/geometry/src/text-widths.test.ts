// The rule of widths and the collapse of answers: what the engine computes is computed here, by the same files.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answersNeeded, collapse, insetQuad, textColumns, textStep, wholeQuad, type TextQuad } from './index.ts';

const golden = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../contract/fixtures/${name}.json`, import.meta.url), 'utf8')) as T;

interface Case {
  quad: TextQuad;
  zoom: 'keep' | 'fixed';
  fixed: number;
  columns: number;
  content: number;
}
interface Widths {
  columns: Case[];
  /** Of files that do not say their step. */
  few: Case[];
  insets: { quad: TextQuad; edge_cut: number; inset: number[] }[];
  wholes: { width: number; height: number; quad: number[] }[];
}
interface Decoded {
  characters: string[];
  readings: { ids: number[]; scores: number[]; text: string; score: number; charScores: number[] }[];
  needed: { text: string; answers: number }[];
}

it('gives a text the columns that the engine gives it', () => {
  const { columns: cases } = golden<Widths>('text-widths');
  expect(cases.length).toBeGreaterThan(40);
  expect(new Set(cases.map(({ columns }) => columns)).size).toBeGreaterThan(20);
  for (const { quad, columns, content, ...width } of cases)
    expect(textColumns(quad, { ...width, step: textStep }), JSON.stringify(quad)).toEqual({ columns, content });
});

it('gives a text the few widths of earlier versions where the file says no step', () => {
  const { few } = golden<Widths>('text-widths');
  expect(new Set(few.map(({ columns }) => columns))).toEqual(new Set([80, 160, 320, 640]));
  for (const { quad, columns, content, ...width } of few)
    expect(textColumns(quad, width), JSON.stringify(quad)).toEqual({ columns, content });
});

it('cuts edges and makes a quad of a whole image as the engine does', () => {
  const { insets, wholes } = golden<Widths>('text-widths');
  for (const { quad, edge_cut, inset } of insets)
    insetQuad(quad, edge_cut).forEach((value, i) => expect(value).toBeCloseTo(inset[i]!, 8));
  for (const { width, height, quad } of wholes) expect(wholeQuad(width, height)).toEqual(quad);
});

it('collapses answers to the texts and scores that the engine reads', () => {
  const { characters, readings, needed } = golden<Decoded>('text-decode');
  expect(readings.length).toBeGreaterThan(20);
  for (const { ids, scores, text, score, charScores } of readings) {
    const found = collapse(BigInt64Array.from(ids.map(BigInt)), scores, characters);
    expect(found.text).toBe(text);
    expect(found.charScores).toEqual(charScores);
    expect(found.score).toBeCloseTo(score, 12);
  }
  for (const { text, answers } of needed) expect(answersNeeded(text)).toBe(answers);
});
