/** Areas and lengths of masks in the unit that a person reads, and the rules that are set in it. */
import { LeastSize, leastOfLabel, limits, type MaskThresholds } from '@loupe/contract';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { Measures } from '../objects.ts';

/** Of an address: one in millimetres needs a scale. */
export const SizeRules = z
  .object({
    byLabelLeast: z.record(z.string(), LeastSize),
    mmPerPixel: z.number().min(limits.mmPerPixelMin).max(limits.mmPerPixelMax).optional(),
  })
  .refine(
    ({ byLabelLeast, mmPerPixel }) =>
      mmPerPixel !== undefined || Object.values(byLabelLeast).every(({ unit }) => unit === 'px'),
  );
export type SizeRules = z.output<typeof SizeRules>;

export const sizeRulesOf = ({
  byLabelLeast,
  mmPerPixel,
}: Pick<MaskThresholds, 'byLabelLeast' | 'mmPerPixel'>): SizeRules => ({
  byLabelLeast,
  ...(mmPerPixel === undefined ? {} : { mmPerPixel }),
});
export type Unit = LeastSize['unit'];

/** The unit of all rules: millimetres where one is said so, or where there is a scale and no rule yet. */
export function unitOf({ byLabelLeast, mmPerPixel }: SizeRules): Unit {
  const [first] = Object.values(byLabelLeast);
  return first?.unit ?? (mmPerPixel === undefined ? 'px' : 'mm');
}

const round = (value: number): number => Number(value.toPrecision(4));

/** The same rules in another unit; without a scale they stay as they are. */
export function rulesIn({ byLabelLeast, mmPerPixel }: SizeRules, unit: Unit): SizeRules['byLabelLeast'] {
  if (mmPerPixel === undefined) return byLabelLeast;
  const of = (value: number, from: Unit, power: 1 | 2): number =>
    from === unit ? value : round(unit === 'mm' ? value * mmPerPixel ** power : value / mmPerPixel ** power);
  return Object.fromEntries(
    Object.entries(byLabelLeast).map(([name, { area, length, unit: from }]) => [
      name,
      {
        ...(area === undefined ? {} : { area: of(area, from, 2) }),
        ...(length === undefined ? {} : { length: of(length, from, 1) }),
        unit,
      },
    ]),
  );
}

/** The rules with one value of one label set, or taken away with null. */
export function withRule(
  rules: SizeRules,
  name: string,
  key: 'area' | 'length',
  value: number | null,
): SizeRules['byLabelLeast'] {
  const { [name]: own = { unit: unitOf(rules) }, ...others } = rules.byLabelLeast;
  const { [key]: _, ...rest } = own;
  const next: LeastSize = { ...rest, ...(value ? { [key]: value } : {}) };
  return next.area === undefined && next.length === undefined ? others : { ...others, [name]: next };
}

/** Whether an object of that label is too small to decide. */
export function isSmall(rules: SizeRules, name: string, { area, length }: Measures): boolean {
  const least = leastOfLabel(rules, name);
  return area < least.area || length < least.length;
}

/** Three digits that count: 0.52, 12.3, 4560. */
const digits = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));

export const lengthText = (pixels: number, scale: number | undefined, t: TFunction): string =>
  scale === undefined ? t('masks.px', { value: digits(pixels) }) : t('masks.mm', { value: digits(pixels * scale) });
export const areaText = (pixels: number, scale: number | undefined, t: TFunction): string =>
  scale === undefined
    ? t('masks.px2', { value: digits(pixels) })
    : t('masks.mm2', { value: digits(pixels * scale ** 2) });

/** Each label with what it asks for: 「划痕 ≥ 0.5 mm」. */
export const ruleWords = ({ byLabelLeast }: SizeRules, t: TFunction): string =>
  Object.entries(byLabelLeast)
    .map(([name, { area, length, unit }]) => {
      const parts = [
        ...(area ? [`≥ ${t(unit === 'mm' ? 'masks.mm2' : 'masks.px2', { value: digits(area) })}`] : []),
        ...(length ? [`≥ ${t(unit === 'mm' ? 'masks.mm' : 'masks.px', { value: digits(length) })}`] : []),
      ];
      return parts.length > 0 ? `${name} ${parts.join(', ')}` : null;
    })
    .filter((one) => one !== null)
    .join(' · ');
