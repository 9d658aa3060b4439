/** The chosen image of a list: which one it is, the way to the next by button or key, and what is read ahead. */
import type { TestImageDetail } from '@loupe/contract';
import { useEffect } from 'react';
import { apiQuery, queryClient, useApi } from '../../core/query.ts';

type Numbers = readonly number[] | Uint32Array | Float64Array;

/** All images of a test, and those of the list that is shown. */
export interface Rows {
  imageIds: Numbers;
  /** Places in `imageIds`, in the order of the list. */
  list: Numbers;
}
/** Changes the address. */
export type ChangeImage = (patch: { imageId: number; finding: undefined }, options: { replace: true }) => void;

export interface Chosen {
  /** In the list; −1 for an image that left it: its list is behind a handle that is just being moved. */
  index: number;
  total: number;
  /** Among all images; undefined where there is none. */
  place: number | undefined;
  /** 0: none. */
  imageId: number;
  detail: { data: TestImageDetail | undefined; error: unknown; refetch: () => unknown };
  select: (index: number) => void;
  step: (by: 1 | -1) => void;
}

/** Arrow keys step through the images, except where they move something else. */
const useArrows = (onStep: (by: 1 | -1) => void): void => {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const isTaken =
        e.target instanceof Element &&
        e.target.closest('input, textarea, [role=slider], [role=radiogroup], [role=combobox], [role=listbox]');
      if (isTaken || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
      if (e.key === 'ArrowLeft' || e.key === 'ArrowUp') onStep(-1);
      else if (e.key === 'ArrowRight' || e.key === 'ArrowDown') onStep(1);
      else return;
      e.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
};

/** The neighbours are read ahead, so that a step feels instant. */
const useAhead = (taskIds: string, near: string): void => {
  useEffect(() => {
    for (const taskId of taskIds.split(' ').map(Number)) {
      for (const imageId of near.split(' ').map(Number)) {
        if (imageId > 0 && taskId > 0)
          void queryClient.prefetchQuery({ ...apiQuery('testImage', { taskId, imageId }), meta: { silent: true } });
      }
    }
  }, [taskIds, near]);
};

/** `wanted`: what the address says. `otherId`: the test that is compared, whose images are read ahead too. */
export function useChosen(props: {
  taskId: number;
  otherId?: number;
  rows: Rows;
  wanted: number;
  change: ChangeImage;
  /** The image before stays until the next one is there. */
  keepPrevious?: boolean;
}): Chosen {
  const { taskId, otherId = 0, rows, wanted, change, keepPrevious = false } = props;
  const { imageIds, list } = rows;
  const imageAt = (i: number): number => (list[i] === undefined ? 0 : imageIds[list[i]]!);
  const known = imageIds.indexOf(wanted);
  const index = known >= 0 ? list.indexOf(known) : 0;
  const place = known >= 0 ? known : list[0];
  const imageId = place === undefined ? 0 : imageIds[place]!;
  const detail = useApi('testImage', { taskId, imageId }, { enabled: imageId > 0, keepPrevious, silent: true });
  const select = (i: number) => {
    if (imageAt(i) > 0) change({ imageId: imageAt(i), finding: undefined }, { replace: true });
  };
  const step = (by: 1 | -1) => select(index < 0 ? 0 : index + by);
  useArrows(step);
  useAhead(`${taskId} ${otherId}`, [imageAt(index - 1), imageAt(index + 1)].join(' '));
  return { index, total: list.length, place, imageId, detail, select, step };
}
