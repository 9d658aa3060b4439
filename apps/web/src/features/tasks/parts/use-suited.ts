/** Settings that a new training gets because of its images, until the person chooses them. */
import { initialValues, type Preset, type RecipeDef } from '@loupe/contract';
import { useMemo, useState } from 'react';
import { presetOf, startOf } from '../../../families/recipes.ts';
import { isSameValue, type ParamValues } from '../../../ui/param-values.ts';

/** What is set because of the objects, and how many of them ask for it. */
export interface Suits {
  values: ParamValues;
  percent: number;
  side: number;
}
/** How the size fits the images, whose longest side has `longest` pixels. */
export interface Fits {
  longest: number;
  /** It is theirs because the person chose none; else the person enlarges them. */
  isByItself: boolean;
  size: ParamValues;
  /** Else the size of the preset; else that of the images. */
  instead: ParamValues;
}
/** The images that are chosen: sides of their objects, and pixels of the longest of their own. */
export interface Seen {
  sides: readonly number[];
  longest: number | null;
}
export interface Suited {
  values: ParamValues;
  /** `isGiven`: all of them are as a version has them, also those that were set because of the images. */
  setValues: (values: ParamValues, isGiven?: boolean) => void;
  /** With what the form begins for these images; what differs was changed. */
  defaults: ParamValues;
  /** Those of the recipe, for these images. */
  presets: readonly Preset[];
  suits: Suits | null;
  fits: Fits | null;
  /** They are as they would be had the person set nothing. */
  isUntouched: boolean;
}

const noneOwn: ReadonlySet<string> = new Set();
const picked = (all: ParamValues, some: ParamValues): ParamValues =>
  Object.fromEntries(Object.keys(some).map((key) => [key, all[key]]));

/** What these images ask of settings; `recipe` with its presets for them. */
function ofImages(recipe: RecipeDef, { sides, longest }: Seen) {
  const fitted = (values: ParamValues, own = noneOwn): ParamValues | null => {
    const asked = longest ? recipe.fitted?.(values, longest) : null;
    return asked && !Object.keys(asked).some((key) => own.has(key)) ? asked : null;
  };
  const suited = (values: ParamValues): ParamValues | null => recipe.suited?.(values, sides) ?? null;
  const { presets } = recipe;
  const all = presets?.all.map((one) => ({ ...one, values: { ...one.values, ...fitted(one.values) } }));
  return {
    fitted,
    suited,
    whole: (values: ParamValues): ParamValues => {
      const base = { ...values, ...fitted(values) };
      return { ...base, ...suited(base) };
    },
    recipe: presets && all ? { ...recipe, presets: { ...presets, all } } : recipe,
  };
}

const sidesOfNone: readonly number[] = [];

/** `seen`: null where nothing is to be set because of the images. `isGiven`: it begins as another training was set. */
export function useSuited(recipe: RecipeDef, begin: () => ParamValues, seen: Seen | null, isGiven: boolean): Suited {
  const { sides, longest } = seen ?? { sides: sidesOfNone, longest: null };
  const [begun] = useState(begin);
  const [chosen, setChosen] = useState(begun);
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set(isGiven ? Object.keys(begun) : []));
  const by = useMemo(() => ofImages(recipe, { sides, longest }), [recipe, sides, longest]);
  const fits = useMemo(() => by.fitted(chosen, own), [by, chosen, own]);
  const base = useMemo(() => ({ ...chosen, ...fits }), [chosen, fits]);
  const found = useMemo(() => by.suited(base), [by, base]);
  const suits = useMemo((): Suits | null => {
    const small = recipe.tooSmall?.(base, sides);
    if (!found || !small || Object.keys(found).some((key) => own.has(key))) return null;
    return { values: found, percent: small.percent, side: small.side };
  }, [recipe, base, sides, found, own]);
  const values = useMemo(() => ({ ...base, ...suits?.values }), [base, suits]);
  const defaults = useMemo(() => ({ ...startOf(by.recipe, values), ...found }), [by, values, found]);
  const setValues = (next: ParamValues, areGiven = false) => {
    const touched = Object.keys(next).filter((key) => areGiven || !isSameValue(next[key], values[key]));
    // what is put back is not what the person chose any more
    const back = areGiven ? [] : touched.filter((key) => isSameValue(next[key], defaults[key]));
    // neither is what a preset sets
    const preset = areGiven ? undefined : presetOf(by.recipe, next);
    const bySet = Object.keys(preset?.values ?? {});
    const unseen = initialValues(recipe, preset?.id);
    // what is set because of the images is not what the person chose: other images may need something else
    const kept = Object.keys({ ...fits, ...suits?.values }).filter((key) => !touched.includes(key));
    const again = back.filter((key) => !isSameValue(unseen[key], defaults[key]));
    setChosen({
      ...next,
      ...Object.fromEntries(kept.map((key) => [key, chosen[key]])),
      ...Object.fromEntries([...again, ...bySet].map((key) => [key, unseen[key]])),
    });
    setOwn(new Set([...own, ...touched].filter((key) => !back.includes(key) && !bySet.includes(key))));
  };
  const isUntouched = useMemo(
    () => JSON.stringify(values) === JSON.stringify(isGiven ? begun : by.whole(begun)),
    [values, by, begun, isGiven],
  );
  return {
    values,
    setValues,
    defaults,
    presets: by.recipe.presets?.all ?? [],
    suits,
    fits: useMemo(() => {
      if (!longest) return null;
      if (fits) return { longest, isByItself: true, size: fits, instead: picked(chosen, fits) };
      const instead = by.fitted(values);
      // small objects may gain by a larger size
      if (!instead || recipe.tooSmall?.(by.whole({ ...values, ...instead }), sides)) return null;
      return { longest, isByItself: false, size: picked(values, instead), instead };
    }, [longest, fits, chosen, by, values, recipe, sides]),
    isUntouched,
  };
}
