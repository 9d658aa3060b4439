/** Deleting and moving the selected pictures: asked for, done in steps, and said how it went. */
import { api, type Folder, type PictureFilter, type PicturePart } from '@loupe/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/call.ts';
import { formatCount } from '../../../core/format.ts';
import { notify } from '../../../core/notify.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { binDays, useDeleted } from '../../../ui/undo.ts';
import { countOf } from './selection.ts';
import { useBulk, type Bulk } from './use-bulk.ts';
import type { GridSelection } from './use-selection.ts';

export interface PictureActions {
  bulk: Bulk;
  remove: () => Promise<void>;
  move: (to: Folder) => Promise<void>;
  /** Into the training or the tests of their model. */
  putInto: (part: PicturePart) => Promise<void>;
  /** Names of pictures that stayed at the last move, for their name is taken there. */
  clashes: readonly string[];
  forgetClashes: () => void;
}

export const usePictureActions = (selection: GridSelection, filter: PictureFilter, total: number): PictureActions => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const bulk = useBulk();
  const deletedTo = useDeleted();
  const [clashes, setClashes] = useState<readonly string[]>([]);
  const { chosen } = selection;
  const remove = async () => {
    const count = formatCount(countOf(chosen, total));
    const agreed = await confirm({
      title: t('datasets.deletePictures', { count }),
      content: t(chosen.all ? 'datasets.deleteMatchingText' : 'datasets.deletePicturesText', { days: await binDays() }),
      okText: t('ui.delete'),
      danger: true,
    });
    if (!agreed) return;
    const inBin = new Set<number>();
    const done = await bulk.run(chosen, filter, total, async (input) => {
      const { deleted, next, binIds } = await call(api.pictureDelete, input);
      for (const id of binIds) inBin.add(id);
      return { done: deleted, next };
    });
    selection.clear();
    if (done > 0) deletedTo(t('datasets.picturesDeleted', { count: formatCount(done) }), [...inBin]);
  };
  const move = async (to: Folder) => {
    const stayed: string[] = [];
    let moved = 0;
    await bulk.run(chosen, filter, total, async (input) => {
      const answer = await call(api.pictureMove, { selection: input, folderId: to.id });
      moved += answer.moved;
      stayed.push(...answer.clashes.map((one) => one.name));
      return { done: answer.moved + answer.clashes.length, next: answer.next };
    });
    selection.clear();
    setClashes(stayed);
    if (moved > 0) notify.success(t('datasets.picturesMoved', { count: formatCount(moved), folder: to.name }));
  };
  const putInto = async (part: PicturePart) => {
    const done = await bulk.run(chosen, filter, total, async (input) => {
      const { changed, next } = await call(api.picturePart, { selection: input, part });
      return { done: changed, next };
    });
    selection.clear();
    if (done > 0) notify.success(t(`datasets.putInto.${part}`, { count: formatCount(done) as never }));
  };
  return { bulk, remove, putInto, move, clashes, forgetClashes: () => setClashes([]) };
};
