/** The selection of a grid: one by one, ranges from the last touched place on, or everything that the filter matches. */
import { useCallback, useRef, useState } from 'react';
import { handleError } from '../../../core/errors.ts';
import { added, everything, nothing, toggled, type Selection } from './selection.ts';
import type { GridImages } from './use-images.ts';

export interface GridSelection {
  chosen: Selection;
  /** A range goes from the place touched last (at first `from`) to this one, whatever lies between. */
  toggle: (place: number, isRange: boolean, from?: number) => void;
  selectAll: () => void;
  clear: () => void;
}

export const useSelection = (images: GridImages): GridSelection => {
  const [chosen, setChosen] = useState<Selection>(nothing);
  const anchor = useRef<number | null>(null);
  const toggle = (place: number, isRange: boolean, from = place) => {
    if (isRange) {
      anchor.current ??= from;
      images
        .ids(anchor.current, place)
        .then((ids) => setChosen((now) => added(now, ids)))
        .catch(handleError);
      return;
    }
    anchor.current = place;
    const id = images.at(place)?.id;
    if (id !== undefined) setChosen((now) => toggled(now, id));
  };
  const clear = useCallback(() => {
    anchor.current = null;
    setChosen(nothing);
  }, []);
  return { chosen, toggle, selectAll: () => setChosen(everything), clear };
};
