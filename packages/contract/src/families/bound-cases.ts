/** Values on both sides of every bound of a table, for the tests that walk them: in the contract, over HTTP, in the engine. */
import type { MessageKey } from '../core/messages.ts';
import type { FactorsField, LabelsField, ParamField, ParamTable, TextField } from './params.ts';

export interface BoundCase {
  key: string;
  name: string;
  /** The value among others that leave it all the room that it may have. */
  params: Record<string, unknown>;
  passes: boolean;
  message?: MessageKey;
}
type Probe = readonly [name: string, value: unknown, passes: boolean, message?: MessageKey];

const round = (value: number): number => Number(value.toFixed(9));
/** `-0.1` and the like are below; the largest number of places is that of the field. */
const walk = (min: number, max: number, step: number): Probe[] => [
  ['min', min, true],
  ['max', max, true],
  ['below', round(min - step), false],
  ['above', round(max + step), false],
  ['too fine', round(min + step / 10), false],
  ['text', String(min), false],
  ['NaN', Number.NaN, false],
  ['infinity', Number.POSITIVE_INFINITY, false],
  ['nothing', null, false],
];

const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`label ${i}`, 1]));
const factorProbes = ({ min, max, decimals, most }: FactorsField): Probe[] => [
  ...walk(min, max, 10 ** -decimals).map(([name, value, passes]): Probe => [name, { dent: value }, passes]),
  ['none', {}, true],
  ['as many as may be', labels(most), true],
  ['one too many', labels(most + 1), false],
  ['a label without a name', { '': min }, false],
  ['a list', [['dent', min]], false],
  ['a number', min, false],
];

const labelProbes = ({ most }: LabelsField): Probe[] => [
  ['one', ['dent'], true],
  ['as many as may be', Object.keys(labels(most)), true],
  ['one too many', Object.keys(labels(most + 1)), false],
  ['one twice', ['dent', 'dent'], false],
  ['a label without a name', [''], false],
  ['a number', [3], false],
  ['a text', 'dent', false],
];

const textProbes = ({ most }: TextField): Probe[] => [
  ['empty', '', true],
  ['as long as may be', '字'.repeat(most), true],
  ['as long as may be, of rare characters', '𠮷'.repeat(most), true],
  ['one too many', 'a'.repeat(most + 1), false],
  ['half a character', '\ud800', false],
  ['a number', 5, false],
  ['nothing', null, false],
];

function probesOf(field: ParamField): Probe[] {
  switch (field.kind) {
    case 'integer':
      return walk(field.min, field.max, field.step ?? 1);
    case 'decimal':
      return walk(field.min, field.max, 10 ** -(field.decimals ?? 4));
    case 'pair': {
      const { min, max, increasing } = field;
      const order = increasing ? 'train.notIncreasing' : 'train.pairOrder';
      const step = 10 ** -(field.decimals ?? 0);
      // of a range the other end itself is no end
      const isEnd = (name: string, end: string) => Boolean(increasing) && name === end;
      return [
        ...walk(min, max, step).map(([name, value, passes]): Probe => [
          `first ${name}`,
          [value, max],
          passes && !isEnd(name, 'max'),
        ]),
        ...walk(min, max, step).map(([name, value, passes]): Probe => [
          `second ${name}`,
          [min, value],
          passes && !isEnd(name, 'min'),
        ]),
        increasing ? ['both equal', [max, max], false, order] : ['both equal', [max, max], true],
        ['second below first', [max, round(max - step)], false, order],
        ['one value', [min], false],
        ['three values', [min, max, max], false],
      ];
    }
    case 'sequence': {
      const { min, max, most } = field;
      const full = Array.from({ length: most }, (_, i) => min + i);
      return [
        ...walk(min, max, 1).map(([name, value, passes]): Probe => [name, [value], passes]),
        ['empty', [], true],
        ['as many as may be', full, true],
        ['one too many', [...full, min + most], false],
        ['equal neighbours', [min, min], false, 'train.notIncreasing'],
        ['decreasing', [min + 1, min], false, 'train.notIncreasing'],
        ['a number', min, false],
      ];
    }
    case 'regions': {
      const whole = [0, 0, 100, 100];
      const corner = (i: number, value: unknown) => whole.map((old, j) => (i === j ? value : old));
      return [
        ['none', [], true],
        ['as many as may be', Array.from({ length: field.most }, () => whole), true],
        ['one too many', Array.from({ length: field.most + 1 }, () => whole), false],
        ['the least', [[0, 0, 0.1, 0.1]], true],
        ['beyond the image', [corner(2, 100.1)], false],
        ['before the image', [corner(0, -0.1)], false],
        ['too fine', [corner(0, 0.05)], false],
        ['not a number', [corner(1, Number.NaN)], false],
        ['no width', [corner(0, 100)], false, 'train.regionOrder'],
        ['upside down', [[0, 50, 100, 40]], false, 'train.regionOrder'],
        ['three values', [[0, 0, 100]], false],
        ['a number', 5, false],
      ];
    }
    case 'factors':
      return factorProbes(field);
    case 'labels':
      return labelProbes(field);
    case 'text':
      return textProbes(field);
    case 'choice':
      return [...field.options.map(({ value }): Probe => [value, value, true]), ['another', 'no such choice', false]];
    case 'switch':
      return [
        ['on', true, true],
        ['off', false, true],
        ['text', 'true', false],
        ['number', 1, false],
      ];
  }
}

const isOption = (table: ParamTable, key: string, value: string): boolean => {
  const field = table[key];
  return field?.kind === 'choice' && field.options.some((option) => option.value === value);
};

/** The widest values of what other parameters' rules depend on, so that only the bound itself decides. */
const roomFor = (table: ParamTable, key: string): Record<string, unknown> => {
  const room = {
    epochs: 999_999,
    warmupEpochs: 0,
    closeMosaicEpochs: 0,
    ...(key === 'decay' ? { decayEpochs: [1] } : {}),
    ...(key === 'imageSize' && isOption(table, 'network', 'n6') ? { network: 'n6' } : {}),
    ...(key === 'language' ? { characters: 'A' } : {}),
  };
  return Object.fromEntries(Object.entries(room).filter(([name]) => name in table));
};

export const boundCases = (table: ParamTable): BoundCase[] =>
  Object.entries(table).flatMap(([key, field]) =>
    probesOf(field).map(([name, value, passes, message]) => ({
      key,
      name,
      params: { ...roomFor(table, key), [key]: value },
      // no warm-up is as long as the longest training: there the rule across both decides
      passes: passes && !(key === 'warmupEpochs' && name === 'max'),
      ...(message ? { message } : {}),
    })),
  );
