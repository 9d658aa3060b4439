/** What differs between prediction types in the list of a result: filters, orders, and what stands below a thumbnail. */
import type { ParseKeys, TFunction } from 'i18next';

/** Colour and icon of what became of an image; `look`: a person has to look at it. */
export type Tone = 'right' | 'wrong' | 'warn' | 'look';
export interface Caption {
  tone: Tone;
  text: string;
  /** The one score of the image, where it has one. */
  score?: string;
}
export interface Choice<I extends string = string> {
  readonly id: I;
  readonly name: ParseKeys;
  /** Only where there is a grey zone. */
  readonly needsZone?: boolean;
  /** Only where something is in it. */
  readonly ifAny?: boolean;
}
/** The first filter and the first order are the defaults, which the address leaves out. */
export interface ResultList<Row, F extends string, S extends string> {
  readonly filters: readonly Choice<F>[];
  readonly sorts: readonly Choice<S>[];
  readonly caption: (row: Row, t: TFunction) => Caption;
}

export const idsOf = <I extends string>(choices: readonly Choice<I>[]): [I, ...I[]] =>
  choices.map(({ id }) => id) as [I, ...I[]];
