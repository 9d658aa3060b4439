/** The guided tours: which screen has which, and the places that it explains. */
import type { TourId } from '@loupe/contract';
import type { ParseKeys } from 'i18next';
import type { ScreenId } from '../../core/scene.tsx';

interface Stop {
  /** `data-tour` of its place; a place that is not on the page is left out. */
  at: string;
  title: ParseKeys;
  text: ParseKeys;
}
export interface TourPlan {
  /** Without these places the page is not ready. */
  needs: string;
  /** Keys and mouse stay with the page: nothing is covered, and the tour takes Escape alone. */
  isLight?: boolean;
  stops: readonly Stop[];
}

const stops = <T extends TourId>(tour: T, places: readonly string[]): Stop[] =>
  places.map((at) => ({
    at,
    title: `help.tours.${tour}.${at}` as ParseKeys,
    text: `help.tours.${tour}.${at}Text` as ParseKeys,
  }));

export const tourPlans: { readonly [T in TourId]: TourPlan } = {
  dashboard: { needs: 'queue', stops: stops('dashboard', ['menu', 'machine', 'steps', 'queue', 'help']) },
  dataset: { needs: 'list', stops: stops('dataset', ['labels', 'list', 'actions']) },
  // whoever may only look has none of the other places
  workbench: { needs: 'strip', isLight: true, stops: stops('workbench', ['tools', 'labelPanel', 'strip', 'step']) },
  training: { needs: 'summary', stops: stops('training', ['data', 'presets', 'summary']) },
  result: { needs: 'images', stops: stops('result', ['thresholds', 'images', 'actions']) },
};

const screens: { readonly [S in ScreenId]?: TourId } = {
  FolderList: 'dataset',
  Annotate: 'workbench',
  AddSet: 'training',
  Result: 'result',
};

/** The tour of a page: by its screen, or by its path where it has none. */
export const tourOf = (screen: ScreenId | undefined, path: string): TourId | null =>
  (screen && screens[screen]) ?? (path === '/dashboard' ? 'dashboard' : null);
