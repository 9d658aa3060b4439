/** Settings that a new training gets because of its images, until the person chooses them. */
import type { RecipeDef } from '@loupe/contract';
import { useMemo, useState } from 'react';
import type { ParamValues } from '../../../ui/param-values.ts';

export interface Suited {
  values: ParamValues;
  setValues: (values: ParamValues) => void;
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
  const suits = useMemo(() => {
    const found = sides && recipe.suited?.(chosen, sides);
    const small = sides && recipe.tooSmall?.(chosen, sides);
    if (!found || !small || Object.keys(found).some((key) => own.has(key))) return null;
    return { values: found, percent: small.percent, side: small.side };
  }, [recipe, chosen, sides, own]);
  const values = useMemo(() => ({ ...chosen, ...suits?.values }), [chosen, suits]);
  const setValues = (next: ParamValues) => {
    const touched = Object.keys(next).filter((key) => next[key] !== values[key]);
    // what is set because of the images is not what the person chose: other images may need less
    const kept = Object.keys(suits?.values ?? {}).filter((key) => !touched.includes(key));
    setChosen({ ...next, ...Object.fromEntries(kept.map((key) => [key, chosen[key]])) });
    setOwn(new Set([...own, ...touched]));
  };
  const byItself = useMemo(() => ({ ...begun, ...(sides && recipe.suited?.(begun, sides)) }), [recipe, begun, sides]);
  return { values, setValues, suits, isUntouched: JSON.stringify(values) === JSON.stringify(byItself) };
}
