/** Decides on the predictions of the selected images, call after call, and says what became of them. */
import { api, type ImageFilter } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { v4 as uuid } from 'uuid';
import { call } from '../../../core/call.ts';
import { asParagraph } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import type { Decision } from '../../preannotation/api.ts';
import type { Bulk } from './use-bulk.ts';
import type { GridSelection } from './use-selection.ts';

const counted = ['accepted', 'rejected', 'markedEmpty', 'left'] as const;
type Counted = Record<(typeof counted)[number], number>;

export function useDecide(selection: GridSelection, filter: ImageFilter, total: number, bulk: Bulk) {
  const { t } = useTranslation();
  const textsOf = ({ accepted, rejected, markedEmpty, left }: Counted): string[] => {
    if (accepted + rejected + markedEmpty + left === 0) return [t('preannotation.decide.noneWaits')];
    const done = [
      ...(accepted > 0 ? [t('preannotation.decide.accepted', { count: accepted })] : []),
      ...(rejected > 0 ? [t('preannotation.decide.rejected', { count: rejected })] : []),
      ...(markedEmpty > 0 ? [t('preannotation.decide.checked', { count: markedEmpty })] : []),
    ];
    const rest = left > 0 ? [t('preannotation.decide.left', { count: left })] : [];
    return [...(done.length > 0 ? done : [t('preannotation.decide.nothing')]), ...rest];
  };
  return async (decision: Decision): Promise<void> => {
    const sum: Counted = { accepted: 0, rejected: 0, markedEmpty: 0, left: 0 };
    const clientId = uuid();
    const images = await bulk.run(selection.chosen, filter, total, async (input) => {
      const answer = await call(api.imagesDecide, { selection: input, clientId, ...decision });
      for (const key of counted) sum[key] += answer[key];
      return { done: answer.images, next: answer.next };
    });
    if (images === 0) return;
    selection.clear();
    const isChanged = sum.accepted + sum.rejected + sum.markedEmpty > 0;
    notify[isChanged ? 'success' : 'info'](asParagraph(textsOf(sum)));
  };
}
