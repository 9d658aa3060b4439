/** Which labels no shape of the data set has: counted by the server, and never one that was seen on an image since. */
import type { Dataset, Label, Shape } from '@loupe/contract';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../../../core/query.ts';
import { useStore } from '../../../core/store.ts';
import { savedStore } from '../outbox-link.ts';
import type { Desk } from './desk-types.ts';

/** A hand that draws and takes back is left to finish. */
const restMs = 1_500;

export interface UnusedLabels {
  /** Empty until something is annotated: a list that was made in advance is not full of faults. */
  ids: ReadonlySet<number>;
  /** Asks the server again. Resolves to what is unused then, null where that could not be had. */
  count: () => Promise<readonly Label[] | null>;
}

const labelsOn = (shapes: readonly Shape[]): Set<number> =>
  new Set(shapes.flatMap(({ labelId }) => (labelId === null ? [] : [labelId])));

/** Regions to ignore count: the server deletes no label that they carry. */
const isOnShapes = ({ shapes, ignored = 0 }: Label): boolean => shapes + ignored > 0;

/** What a training has learned stays, whether shapes have it or not, and what predictions wait with: they would go with it. */
const unusedOf = ({ labels }: Dataset, used: ReadonlySet<number>): Label[] => {
  const unused = labels.filter(
    (label) => !label.learned && !label.proposed && !isOnShapes(label) && !used.has(label.id),
  );
  return unused.length < labels.length ? unused : [];
};

/** `isAsked` false: the person could not delete one. */
export function useUnusedLabels(desk: Desk, datasetId: number, isAsked: boolean): UnusedLabels {
  const info = useApi('datasetInfo', { id: datasetId }, { silent: true, enabled: isAsked && datasetId > 0 });
  const { data, refetch } = info;
  const isSaved = useStore(savedStore).pending === 0;
  const here = labelsOn(useStore(desk.shapes));
  /** On this image, and on those before since the server counted. */
  const [seen, setSeen] = useState<ReadonlySet<number>>(here);
  if ([...here].some((id) => !seen.has(id))) setSeen(new Set([...seen, ...here]));
  const count = useCallback(async (): Promise<readonly Label[] | null> => {
    const { data: counted, error } = await refetch();
    if (error || !counted) return null;
    const now = labelsOn(desk.shapes.get());
    setSeen(now);
    return unusedOf(counted, now);
  }, [desk, refetch]);
  // A label that was drawn and taken back is unused again; all others need no second look.
  const isOpen = data?.labels.some((label) => !isOnShapes(label) && seen.has(label.id) && !here.has(label.id)) ?? false;
  useEffect(() => {
    if (!isOpen || !isSaved) return;
    const timer = setTimeout(() => void count(), restMs);
    return () => clearTimeout(timer);
  }, [isOpen, isSaved, count]);
  return {
    ids: new Set(data ? unusedOf(data, seen).map(({ id }) => id) : []),
    count,
  };
}
