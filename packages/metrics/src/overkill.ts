// How many OK images a target overkill lacks: of those that the threshold follows from, and of those to add for it.

export type OverkillBasis = {
  /** OK images that the threshold follows from, how many more of them the target needs, and how many of them validated. */
  readonly judged: number;
  readonly needed: number;
  readonly held: number;
  /** OK images that trained. */
  readonly train: number;
  /** Of OK images that validate, as the form has it. */
  readonly percent: number;
};
export type OverkillLack = {
  /** Whether only images that validate count: else training images are judged too, each by what has not seen it. */
  readonly isHeld: boolean;
  readonly judged: number;
  readonly all: number;
  /** About so many OK images to add. */
  readonly add: number;
};

/** What the target lacks at this share of validation; null: nothing. */
export function overkillLack({ judged, needed, held, train, percent }: OverkillBasis): OverkillLack | null {
  if (needed <= 0) return null;
  const [isHeld, all] = [held >= judged, judged + needed];
  // of images that are added only the share validates, so that many more have to be
  const add = isHeld ? Math.max(needed, Math.ceil((100 * all) / percent) - train - held) : needed;
  return { isHeld, judged, all, add };
}
