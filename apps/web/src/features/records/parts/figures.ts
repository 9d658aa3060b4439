/** The figures of the statistics: what a day and a range have of each, and their tables for a file. */
import type { Figures, Statistics, StatisticsDay } from '@loupe/contract';
import type { ParseKeys, TFunction } from 'i18next';
import type { CsvCell } from '../../../core/csv.ts';
import type { Palette } from '../../../ui/tokens.ts';

export interface Line {
  key: string;
  title: ParseKeys;
  color: keyof Palette;
  of: (day: StatisticsDay) => number;
}

export interface Figure {
  id: FigureId;
  /** Only of interest where it is everyone's. */
  ofAll?: boolean;
  lines: readonly Line[];
  /** Of the range; else the sum of its days. */
  total?: (statistics: Statistics) => number;
}

export const figureIds = [
  'activeUsers',
  'newUsers',
  'visits',
  'images',
  'annotations',
  'trainings',
  'hours',
  'verdicts',
] as const;
export type FigureId = (typeof figureIds)[number];

type Plain = Exclude<FigureId, 'verdicts'>;
const plain = (id: Plain, more: Partial<Figure> = {}): Figure => ({
  id,
  lines: [{ key: id, title: `records.figures.${id}`, color: 'curve1', of: (day) => day[id] }],
  ...more,
});

export const figures: readonly Figure[] = [
  // one person on two days is one user
  plain('activeUsers', { ofAll: true, total: (statistics) => statistics.activeUsers }),
  plain('newUsers', { ofAll: true }),
  plain('visits', { ofAll: true }),
  plain('images'),
  plain('annotations'),
  plain('trainings'),
  plain('hours'),
  {
    id: 'verdicts',
    lines: [
      { key: 'ok', title: 'ui.states.OK', color: 'ok', of: (day) => day.ok },
      { key: 'review', title: 'ui.states.review', color: 'curve2', of: (day) => day.review },
      { key: 'ng', title: 'ui.states.NG', color: 'bad', of: (day) => day.ng },
    ],
  },
];

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export const totalOf = (figure: Figure, statistics: Statistics): number =>
  figure.total?.(statistics) ?? sum(figure.lines.map((line) => sum(statistics.days.map(line.of))));

export const isEmpty = (statistics: Statistics): boolean =>
  figures.every((figure) => totalOf(figure, statistics) === 0) && statistics.people.length === 0;

const counted: readonly [keyof Figures, ParseKeys][] = [
  ['visits', 'records.figures.visits'],
  ['images', 'records.figures.images'],
  ['annotations', 'records.figures.annotations'],
  ['trainings', 'records.figures.trainings'],
  ['hours', 'records.figures.hours'],
  ['ok', 'ui.states.OK'],
  ['review', 'ui.states.review'],
  ['ng', 'ui.states.NG'],
];
export const countedFigures = counted;

export const dayRows = ({ days }: Statistics, t: TFunction): CsvCell[][] => [
  [
    t('records.date'),
    t('records.figures.activeUsers'),
    t('records.figures.newUsers'),
    ...counted.map(([, title]) => t(title)),
  ],
  ...days.map((day) => [day.day, day.activeUsers, day.newUsers, ...counted.map(([key]) => day[key])]),
];

export const personRows = ({ people }: Statistics, t: TFunction): CsvCell[][] => [
  [t('authority.account'), t('authority.realName'), t('records.activeDays'), ...counted.map(([, title]) => t(title))],
  ...people.map((one) => [one.account, one.name, one.activeDays, ...counted.map(([key]) => one[key])]),
];
