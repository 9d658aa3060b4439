/** Deleting and moving the selected images: asked for, done in steps, and said how it went. */
import { api, type Folder, type ImageFilter, type ImagePart } from '@loupe/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v4 as uuid } from 'uuid';
import { call } from '../../../core/call.ts';
import { asParagraph } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { binDays, useDeleted } from '../../../ui/undo.ts';
import type { Decision } from '../../preannotation/api.ts';
import { countOf } from './selection.ts';
import { useDecide } from './use-decide.ts';
import { useBulk, type Bulk } from './use-bulk.ts';
import type { GridSelection } from './use-selection.ts';

export interface ImageActions {
  bulk: Bulk;
  remove: () => Promise<void>;
  move: (to: Folder) => Promise<void>;
  /** Into the training or the tests of their model. */
  putInto: (part: ImagePart) => Promise<void>;
  /** For review. */
  submit: () => Promise<void>;
  /** On what was predicted for them. */
  decide: (decision: Decision) => Promise<void>;
  /** Names of images that stayed at the last move, for their name is taken there. */
  clashes: readonly string[];
  forgetClashes: () => void;
}

export const useImageActions = (selection: GridSelection, filter: ImageFilter, total: number): ImageActions => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const bulk = useBulk();
  const deletedTo = useDeleted();
  const [clashes, setClashes] = useState<readonly string[]>([]);
  const { chosen } = selection;
  const remove = async () => {
    const count = countOf(chosen, total);
    const agreed = await confirm({
      title: t('datasets.deleteImages', { count }),
      content: t(chosen.all ? 'datasets.deleteMatchingText' : 'datasets.deleteImagesText', { days: await binDays() }),
      okText: t('ui.delete'),
      danger: true,
    });
    if (!agreed) return;
    const inBin = new Set<number>();
    const done = await bulk.run(chosen, filter, total, async (input) => {
      const { deleted, next, binIds } = await call(api.imageDelete, input);
      for (const id of binIds) inBin.add(id);
      return { done: deleted, next };
    });
    selection.clear();
    if (done > 0) deletedTo(t('datasets.imagesDeleted', { count: done }), [...inBin]);
  };
  const move = async (to: Folder) => {
    const stayed: string[] = [];
    let moved = 0;
    await bulk.run(chosen, filter, total, async (input) => {
      const answer = await call(api.imageMove, { selection: input, folderId: to.id });
      moved += answer.moved;
      stayed.push(...answer.clashes.map((one) => one.name));
      return { done: answer.moved + answer.clashes.length, next: answer.next };
    });
    selection.clear();
    setClashes(stayed);
    if (moved > 0) notify.success(t('datasets.imagesMoved', { count: moved, folder: to.name }));
  };
  const putInto = async (part: ImagePart) => {
    const done = await bulk.run(chosen, filter, total, async (input) => {
      const { changed, next } = await call(api.imagePart, { selection: input, part });
      return { done: changed, next };
    });
    selection.clear();
    if (done > 0) notify.success(t(`datasets.putInto.${part}`, { count: done }));
  };
  const submit = async () => {
    let leftOut = 0;
    const clientId = uuid();
    const done = await bulk.run(chosen, filter, total, async (selection) => {
      const answer = await call(api.imagesSubmit, { selection, clientId });
      leftOut += answer.leftOut;
      return { done: answer.submitted + answer.leftOut, next: answer.next };
    });
    if (done === 0) return;
    selection.clear();
    const texts = [
      ...(done > leftOut ? [t('review.submittedMany', { count: done - leftOut })] : []),
      ...(leftOut > 0 ? [t('review.leftOut', { count: leftOut })] : []),
    ];
    notify[done > leftOut ? 'success' : 'info'](asParagraph(texts));
  };
  const decide = useDecide(selection, filter, total, bulk);
  return { bulk, remove, submit, decide, putInto, move, clashes, forgetClashes: () => setClashes([]) };
};
