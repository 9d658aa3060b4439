/** Parameters of the two networks of OCR: every bound from both sides, and the rules across them. */
import { describe, expect, it } from 'vitest';
import { boundCases } from '../bound-cases.ts';
import { isOfUse } from '../params.ts';
import { TextdetParams, textdetTable } from './textdet-params.ts';
import { TextrecParams, textrecTable } from './textrec-params.ts';

const textdet = boundCases(textdetTable).map((one) => ({
  recipe: TextdetParams,
  name: `textdet ${one.key} ${one.name}`,
  one,
}));
const textrec = boundCases(textrecTable).map((one) => ({
  recipe: TextrecParams,
  name: `textrec ${one.key} ${one.name}`,
  one,
}));

it.each([...textdet, ...textrec])('$name', ({ recipe, one }) => {
  expect(recipe.safeParse(one.params).success).toBe(one.passes);
});

describe('rules across parameters', () => {
  it.each([
    [TextdetParams, { training: 'none', network: 'n' }, 'train.readerNetwork'],
    [TextdetParams, { epochs: 3, warmupEpochs: 3 }, 'train.warmupTooLong'],
    [TextdetParams, { epochs: 4, saveInterval: 5 }, 'train.saveIntervalTooLong'],
    [TextdetParams, { decay: 'steps' }, 'train.noDecay'],
    [TextrecParams, { decay: 'steps', epochs: 9, decayEpochs: [9] }, 'train.decayTooLate'],
    [TextrecParams, { training: 'none', network: 'n' }, 'train.readerNetwork'],
    [TextrecParams, { language: 'custom', characters: ' ' }, 'train.noCharacters'],
    [TextrecParams, { characters: 'a\nb' }, 'train.charactersLines'],
    [TextrecParams, { widthZoom: 'fixed', width: 192 }, 'train.textWidth'],
  ])('names the broken one %#', (recipe, params, message) => {
    expect(recipe.safeParse(params).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
  it.each([
    { training: 'none' },
    { language: 'custom', characters: 'ABC' },
    { training: 'none', language: 'custom', characters: '' },
    { widthZoom: 'fixed', width: 208 },
    { widthZoom: 'fixed', width: 1280, maxTextLength: 100 },
    { widthZoom: 'keep', width: 80, maxTextLength: 100 },
  ])('takes %j', (params) => {
    expect(TextrecParams.safeParse(params).error).toBeUndefined();
  });
});

it.each([textdetTable, textrecTable])('counts no time and no epochs of a reader that learns nothing', (table) => {
  const ofUse = (params: Readonly<Record<string, string>>) =>
    (['length', 'timeBudget', 'epochs'] as const).filter((key) => isOfUse(table[key], params));
  expect(ofUse({ training: 'tune', length: 'time' })).toEqual(['length', 'timeBudget']);
  expect(ofUse({ training: 'tune', length: 'epochs' })).toEqual(['length', 'epochs']);
  expect(ofUse({ training: 'none', length: 'time' })).toEqual([]);
  expect(ofUse({ training: 'none', length: 'epochs' })).toEqual([]);
});
