/** How a pre-annotation that has ended is summed up: images, and what it proposes for them. */
import type { TaskProgress } from '@loupe/contract';
import type { TFunction } from 'i18next';
import { formatCount } from '../../../core/format.ts';

export function endedWords({ done, total, proposals }: TaskProgress, t: TFunction): string {
  const counted = t('preannotation.done', { done: formatCount(done), total: formatCount(total) });
  if (proposals === undefined) return counted;
  const found = proposals === 0 ? t('preannotation.foundNothing') : t('preannotation.found', { count: proposals });
  return `${counted} · ${found}`;
}
