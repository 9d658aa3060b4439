/** Filters, selection, actions and grid of a folder that has pictures. */
import { roleOf, type Dataset, type Folder, type PictureFilter } from '@loupe/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contractText } from '../../../core/i18n.ts';
import { choiceSearch, listName, wholeFolder, type PictureChoice } from '../../../core/picture-choice.ts';
import { thumbSizeStore } from '../../../core/preferences.ts';
import { useGo } from '../../../core/scene.tsx';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from './grid.module.css';
import { MoveDialog } from './MoveDialog.tsx';
import pageStyles from './pictures.module.css';
import { PictureBar } from './PictureBar.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { countOf } from './selection.ts';
import { useOneSelected } from './use-one-selected.ts';
import { usePictureActions } from './use-picture-actions.tsx';
import type { GridPictures } from './use-pictures.ts';
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

export function PictureBrowser(props: {
  folder: Folder;
  dataset: Dataset | undefined;
  pictures: GridPictures;
  filter: PictureFilter;
  choice: PictureChoice;
  onChoose: Parameters<typeof PictureBar>[0]['onChoose'];
}) {
  const { folder, dataset, pictures, filter, choice } = props;
  const go = useGo();
  const size = useStore(thumbSizeStore);
  const selection = useSelection(pictures);
  const total = pictures.total ?? 0;
  const count = countOf(selection.chosen, total);
  const actions = usePictureActions(selection, filter, total);
  const one = useOneSelected(selection.chosen, count);
  const listed = useMemo(() => choiceSearch(choice), [choice]);
  const [dialog, setDialog] = useState<'move' | 'rename' | null>(null);
  const role = dataset && roleOf(dataset.family, dataset.role);
  const isMarked = role?.truth !== 'role';
  const close = () => setDialog(null);
  const rename = () => setDialog(count === 1 ? 'rename' : null);
  const remove = () => (count > 0 ? void actions.remove() : undefined);
  return (
    <>
      {count > 0 || actions.bulk.progress ? (
        <SelectionBar
          count={count}
          total={total}
          bulk={actions.bulk}
          onSelectAll={selection.selectAll}
          onClear={selection.clear}
          onAnnotate={() => one && go('Annotate', { ...listed, folderId: one.folderId, id: one.id })}
          onMove={() => setDialog('move')}
          onRename={rename}
          onDelete={remove}
          {...(role?.hasParts ? { onPart: (part) => void actions.putInto(part) } : {})}
        />
      ) : (
        <PictureBar
          folder={folder}
          isMarked={isMarked}
          labels={isMarked ? (dataset?.labels ?? []) : []}
          choice={choice}
          onChoose={props.onChoose}
          size={size}
          onSize={thumbSizeStore.set}
        />
      )}
      {pictures.total === 0 ? (
        <NoneFound onReset={() => props.onChoose(wholeFolder)} />
      ) : (
        <PictureGrid
          pictures={pictures}
          name={listName(folder.id, choice)}
          listed={listed}
          size={size}
          selection={selection}
          onRename={rename}
          onDelete={remove}
        />
      )}
      <MoveDialog
        folder={folder}
        count={count}
        open={dialog === 'move'}
        onClose={close}
        onMove={(to) => void actions.move(to)}
      />
      <RenameDialog picture={dialog === 'rename' ? (one ?? null) : null} onClose={close} />
      <Clashes names={actions.clashes} onClose={actions.forgetClashes} />
    </>
  );
}
