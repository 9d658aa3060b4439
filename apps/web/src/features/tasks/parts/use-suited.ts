/** Settings that a new training gets because of its images, until the person chooses them. */
import type { RecipeDef } from '@loupe/contract';
import { useMemo, useState } from 'react';
import { startOf } from '../../../families/recipes.ts';
import { isSameValue, type ParamValues } from '../../../ui/param-values.ts';

export interface Suited {
  values: ParamValues;
  /** `isGiven`: all of them are as a version has them, also those that were set because of the images. */
  setValues: (values: ParamValues, isGiven?: boolean) => void;
  /** With what the form begins for these images; what differs was changed. */
  defaults: ParamValues;
  /** What is set because of the images, and how many of their objects ask for it. */
  suits: { values: ParamValues; percent: number; side: number } | null;
  /** They are as they would be had the person set nothing. */
  isUntouched: boolean;
}

/** `sides`: of the objects of the chosen images; null: nothing is to be set because of them. */
export function useSuited(recipe: RecipeDef, begin: () => ParamValues, sides: readonly number[] | null): Suited {
  const [begun] = useState(begin);
  const [chosen, setChosen] = useState(begun);
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const found = useMemo(() => (sides && recipe.suited?.(chosen, sides)) || null, [recipe, chosen, sides]);
  const suits = useMemo(() => {
    const small = sides && recipe.tooSmall?.(chosen, sides);
    if (!found || !small || Object.keys(found).some((key) => own.has(key))) return null;
    return { values: found, percent: small.percent, side: small.side };
  }, [recipe, chosen, sides, found, own]);
  const values = useMemo(() => ({ ...chosen, ...suits?.values }), [chosen, suits]);
  const start = useMemo(() => startOf(recipe, values), [recipe, values]);
  const defaults = useMemo(() => ({ ...start, ...found }), [start, found]);
  const setValues = (next: ParamValues, isGiven = false) => {
    const touched = Object.keys(next).filter((key) => isGiven || !isSameValue(next[key], values[key]));
    // what is put back is not what the person chose any more
    const back = isGiven ? [] : touched.filter((key) => isSameValue(next[key], defaults[key]));
    // what is set because of the images is not what the person chose: other images may need less
    const kept = Object.keys(suits?.values ?? {}).filter((key) => !touched.includes(key));
    const again = back.filter((key) => found && key in found);
    setChosen({
      ...next,
      ...Object.fromEntries(again.map((key) => [key, start[key]])),
      ...Object.fromEntries(kept.map((key) => [key, chosen[key]])),
    });
    setOwn(new Set([...own, ...touched].filter((key) => !back.includes(key))));
  };
  const byItself = useMemo(() => ({ ...begun, ...(sides && recipe.suited?.(begun, sides)) }), [recipe, begun, sides]);
  return { values, setValues, defaults, suits, isUntouched: JSON.stringify(values) === JSON.stringify(byItself) };
}
