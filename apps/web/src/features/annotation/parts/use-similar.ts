/** What the selected shapes are asked with where something similar is looked for. */
import { limits } from '@loupe/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useWhyNot } from '../../../core/access.ts';
import { filterOf, isNarrowed, type ImageChoice } from '../../../core/image-choice.ts';
import { notify } from '../../../core/notify.ts';
import { useStore } from '../../../core/store.ts';
import type { SimilarSubject } from '../../preannotation/api.ts';
import type { Desk } from './desk-types.ts';

export interface SimilarUse {
  subject: SimilarSubject | null;
  ask: () => void;
  close: () => void;
}

export function useSimilar(desk: Desk, folderId: number, choice: ImageChoice): SimilarUse {
  const { t } = useTranslation();
  const may = useMay();
  const why = useWhyNot('similarAdd', useStore(desk.image)?.image.projectId);
  const [subject, setSubject] = useState<SimilarSubject | null>(null);
  const ask = () => {
    const image = desk.image.get()?.image;
    if (!image) return;
    if (!may('similarAdd', image.projectId)) return void notify.info(why ?? t('preannotation.similar.mayNot'));
    const wanted = new Set(desk.selection.get().ids);
    const shapes = desk.shapes.get().filter(({ id, labelId }) => wanted.has(id) && labelId !== null);
    if (shapes.length === 0) return void notify.info(t('preannotation.similar.selectFirst'));
    if (shapes.length > limits.similarExamples)
      return void notify.warning(t('preannotation.similar.tooMany', { max: limits.similarExamples }));
    setSubject({
      folderId,
      filter: isNarrowed(choice) ? filterOf(folderId, choice) : null,
      examples: shapes.map(({ id }) => ({ imageId: image.id, shapeId: id })),
      labels: desk.labels.get().flatMap(({ id, name, color }) => {
        return shapes.some(({ labelId }) => labelId === id) ? [{ id, name, color }] : [];
      }),
    });
  };
  return { subject, ask, close: () => setSubject(null) };
}
