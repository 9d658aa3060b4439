/** Filters, selection, actions and grid of a folder that has images. */
import { roleOf, type Dataset, type Folder, type ImageFilter } from '@loupe/contract';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { contractText } from '../../../core/i18n.ts';
import { choiceSearch, listName, wholeFolder, type ImageChoice } from '../../../core/image-choice.ts';
import { thumbSizeStore } from '../../../core/preferences.ts';
import { useGo } from '../../../core/scene.tsx';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { DecideDialog } from '../../preannotation/api.ts';
import styles from './grid.module.css';
import { MoveDialog } from './MoveDialog.tsx';
import pageStyles from './images.module.css';
import { ImageBar } from './ImageBar.tsx';
import { ImageGrid } from './ImageGrid.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { callsFor, countOf } from './selection.ts';
import { isNoneToSubmit } from './submittable.ts';
import { mayPropose, usePreannotate } from './use-preannotate.tsx';
import { useOneSelected } from './use-one-selected.ts';
import { useImageActions, type ImageActions } from './use-image-actions.tsx';
import type { GridImages } from './use-images.ts';
import { useSelection } from './use-selection.ts';

const shownClashes = 200;

function Clashes({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const more = names.length - shownClashes;
  return (
    <DraggableModal
      open={names.length > 0}
      title={t('datasets.clashTitle', { count: names.length })}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
      onCancel={onClose}
    >
      <p>{t('datasets.clashText')}</p>
      <ul className={styles.clashes}>
        {names.slice(0, shownClashes).map((name, i) => (
          <li key={`${i}-${name}`}>{name}</li>
        ))}
      </ul>
      {more > 0 ? <p className="hint">{t('datasets.clashMore', { count: more })}</p> : null}
    </DraggableModal>
  );
}

function NoneFound({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={`card ${pageStyles.center}`}>
      <EmptyState
        small
        title={contractText('noResult')}
        text={t('ui.noResultText')}
        actions={<Button onClick={onReset}>{t('ui.reset')}</Button>}
      />
    </div>
  );
}

/** Where to, and afterwards what stayed. */
function Move(props: { folder: Folder; count: number; isOpen: boolean; onClose: () => void; actions: ImageActions }) {
  const { folder, count, isOpen, onClose, actions } = props;
  return (
    <>
      <MoveDialog
        folder={folder}
        count={count}
        open={isOpen}
        onClose={onClose}
        onMove={(to) => void actions.move(to)}
      />
      <Clashes names={actions.clashes} onClose={actions.forgetClashes} />
    </>
  );
}

/** While images are selected, what is done with them stands over the filters, in the same place. */
function Bars({ over, children }: { over: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.bars}>
      {over}
      <div data-behind={over !== null}>{children}</div>
    </div>
  );
}

interface Listed {
  folder: Folder;
  dataset: Dataset | undefined;
  choice: ImageChoice;
  onChoose: Parameters<typeof ImageBar>[0]['onChoose'];
}

function Filters({ folder, dataset, choice, onChoose, isMarked }: Listed & { isMarked: boolean }) {
  return (
    <ImageBar
      folder={folder}
      isMarked={isMarked}
      labels={isMarked ? (dataset?.labels ?? []) : []}
      choice={choice}
      onChoose={onChoose}
      size={useStore(thumbSizeStore)}
      onSize={thumbSizeStore.set}
    />
  );
}

export function ImageBrowser(props: Listed & { images: GridImages; filter: ImageFilter }) {
  const { folder, dataset, images, filter, choice, onChoose } = props;
  const { t } = useTranslation();
  const go = useGo();
  const size = useStore(thumbSizeStore);
  const selection = useSelection(images);
  const total = images.total ?? 0;
  const count = countOf(selection.chosen, total);
  const actions = useImageActions(selection, filter, total);
  const one = useOneSelected(selection.chosen, count);
  const listed = useMemo(() => choiceSearch(choice), [choice]);
  const [dialog, setDialog] = useState<'move' | 'rename' | 'decide' | null>(null);
  const may = useMay();
  const projectId = dataset?.projectId;
  const mayEdit = may('imageDelete', projectId);
  const calls = callsFor(selection.chosen, filter);
  const { ask, dialog: proposal } = usePreannotate(dataset, selection.clear);
  const role = dataset && roleOf(dataset.family, dataset.role);
  const isMarked = role?.truth !== 'role';
  const canDecide = dataset !== undefined && mayPropose(dataset) && may('imagesDecide', projectId);
  const close = () => setDialog(null);
  const rename = () => setDialog(mayEdit && count === 1 ? 'rename' : null);
  const remove = () => (mayEdit && count > 0 ? void actions.remove() : undefined);
  return (
    <>
      <Bars
        over={
          count > 0 || actions.bulk.progress ? (
            <SelectionBar
              count={count}
              total={total}
              bulk={actions.bulk}
              onSelectAll={selection.selectAll}
              onClear={selection.clear}
              mayAnnotate={may('imageOps', projectId)}
              mayEdit={mayEdit}
              onAnnotate={() => one && go('Annotate', { ...listed, folderId: one.folderId, id: one.id })}
              onPreannotate={ask && calls[0] && (() => ask(calls[0]!, t('preannotation.selected', { count })))}
              onDecide={canDecide ? () => setDialog('decide') : undefined}
              isOneCall={calls.length === 1}
              onSubmit={folder.review && may('imagesSubmit', projectId) ? actions.submit : undefined}
              isNoneToSubmit={isNoneToSubmit(selection.chosen, folder, choice, images.known)}
              onMove={() => setDialog('move')}
              onRename={rename}
              onDelete={remove}
              {...(role?.hasParts ? { onPart: (part) => void actions.putInto(part) } : {})}
            />
          ) : null
        }
      >
        <Filters {...props} isMarked={isMarked} />
      </Bars>
      {images.total === 0 ? (
        <NoneFound onReset={() => onChoose(wholeFolder)} />
      ) : (
        <ImageGrid
          images={images}
          name={listName(folder.id, choice)}
          listed={listed}
          size={size}
          isReviewed={folder.review !== null}
          selection={selection}
          onRename={rename}
          onDelete={remove}
        />
      )}
      <Move folder={folder} count={count} isOpen={dialog === 'move'} onClose={close} actions={actions} />
      {proposal}
      <DecideDialog
        count={dialog === 'decide' ? count : null}
        isMarked={isMarked}
        onClose={close}
        onDecide={(decision) => void actions.decide(decision)}
      />
      <RenameDialog image={dialog === 'rename' ? (one ?? null) : null} onClose={close} />
    </>
  );
}
