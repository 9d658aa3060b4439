/** Whether images can be submitted for review: not where it is known that none of the selected ones can. Pure. */
import { canReview, isKnownState, type DatasetImage, type Folder, type ReviewFilter } from '@loupe/contract';
import type { Selection } from './selection.ts';

const canSubmit = ({ state, review }: Pick<DatasetImage, 'state' | 'review'>): boolean =>
  isKnownState(state) && canReview('submit', review);

const submittedLists: ReadonlySet<string> = new Set<ReviewFilter>(['submitted', 'toReview', 'accepted']);

export function isNoneToSubmit(
  selection: Selection,
  { review }: Pick<Folder, 'review'>,
  choice: { review: string },
  known: (id: number) => Pick<DatasetImage, 'state' | 'review'> | undefined,
): boolean {
  if (review === null) return true;
  if (selection.all) return submittedLists.has(choice.review) || review.unsubmitted + review.returned === 0;
  // what is not in sight may be one that can
  return [...selection.ids].every((id) => {
    const image = known(id);
    return image !== undefined && !canSubmit(image);
  });
}
