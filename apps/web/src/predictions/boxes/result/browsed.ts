/** The images of a result of boxes as the shared list takes them. */
import type { TFunction } from 'i18next';
import { boxList, type BoxRow } from '../list.ts';
import type { Answer, Loaded } from './question.ts';
import type { Result } from './use-result.ts';

const rowAt = ({ images, scores, parts }: Answer, place: number, grey: BoxRow['grey']): BoxRow => {
  const [right = 0, wrong = 0, missed = 0, confused = 0] = images.subarray(4 * place, 4 * place + 4);
  return { right, wrong, missed, confused, score: scores[place]!, grey, unknown: parts?.[place] ?? 0 };
};

export const browsed = ({ task, state, change, now }: Result, answer: Answer, loaded: Loaded, t: TFunction) => {
  const grey = now.review === null ? null : { from: now.review, to: now.confidence };
  return {
    taskId: task.id,
    rows: { imageIds: loaded.imageIds, list: answer.list },
    wanted: state.imageId,
    change,
    nameAt: (place: number) => loaded.head.names[place]!,
    captionAt: (place: number) => boxList.caption(rowAt(answer, place, grey), t),
  };
};
