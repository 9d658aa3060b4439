/**
 * `<FolderPicker projectId value onChange />`: folders of a project's data sets (or, with `modelId`, of the data sets that
 * a model owns) with their counts, for training and test sets. With `oneDataset` a choice in another data set starts
 * anew; `taken` folders are used elsewhere in the form.
 */
import { FolderOutlined } from '@ant-design/icons';
import type { Folder } from '@loupe/contract';
import { Checkbox, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../core/format.ts';
import { SceneLink } from '../core/scene.tsx';
import { EmptyState, ErrorState } from './EmptyState.tsx';
import styles from './FolderPicker.module.css';
import { FolderState } from './FolderState.tsx';
import { useFolders } from './use-folders.ts';

export interface FolderPickerProps {
  projectId: number;
  modelId?: number | undefined;
  value: readonly number[];
  onChange: (folderIds: number[], folders: Folder[]) => void;
  oneDataset?: boolean;
  taken?: readonly number[];
}

function FolderRow(props: {
  folder: Folder;
  /** Pictures of a model's own data sets are not marked by hand. */
  isMarked: boolean;
  checked: boolean;
  disabled: boolean;
  onToggle: () => void;
}) {
  const { folder, isMarked, checked, disabled, onToggle } = props;
  const { t } = useTranslation();
  return (
    <Checkbox className={styles.row!} checked={checked} disabled={disabled} onChange={onToggle}>
      <span className={styles.name} title={folder.name}>
        <FolderOutlined /> {folder.name}
      </span>
      <span className="second num">{t('ui.pictures', { count: formatCount(folder.images) })}</span>
      {isMarked ? <FolderState folder={folder} /> : null}
    </Checkbox>
  );
}

export function FolderPicker({ projectId, modelId, value, onChange, oneDataset, taken = [] }: FolderPickerProps) {
  const { t } = useTranslation();
  const { sets, error, refetch } = useFolders({ projectId, modelId });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!sets) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const groups = sets.filter((g) => g.folders.length > 0);
  if (groups.length === 0) {
    return (
      <EmptyState
        small
        title={t(modelId === undefined ? 'ui.noFoldersTitle' : 'ui.noOwnFoldersTitle')}
        text={t(modelId === undefined ? 'ui.noFoldersText' : 'ui.noOwnFoldersText')}
        actions={
          modelId === undefined ? (
            <SceneLink screen="DatasetList" search={{ projectId }}>
              {t('ui.toDatasets')}
            </SceneLink>
          ) : (
            <SceneLink screen="FolderList" search={{ model: modelId }}>
              {t('ui.toPictures')}
            </SceneLink>
          )
        }
      />
    );
  }
  const all = groups.flatMap((g) => g.folders);
  const chosen = all.filter((f) => value.includes(f.id));
  const left = modelId === undefined ? chosen.reduce((sum, f) => sum + f.images - f.annotated, 0) : 0;
  const toggle = (folder: Folder) => {
    const kept = chosen.filter((f) => f.id !== folder.id && (!oneDataset || f.datasetId === folder.datasetId));
    const next = value.includes(folder.id) ? kept : [...kept, folder];
    onChange(
      next.map((f) => f.id),
      next,
    );
  };
  return (
    <div>
      <div className={styles.list}>
        {groups.map(({ dataset, folders: own }) => (
          <fieldset key={dataset.id} className={styles.group}>
            <legend className={styles.legend}>{dataset.name}</legend>
            {own.map((folder) => (
              <FolderRow
                key={folder.id}
                folder={folder}
                isMarked={modelId === undefined}
                checked={value.includes(folder.id)}
                disabled={taken.includes(folder.id)}
                onToggle={() => toggle(folder)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <p className="hint">
        {t('ui.foldersChosen', {
          folders: chosen.length,
          pictures: formatCount(chosen.reduce((sum, f) => sum + f.images, 0)),
        })}
        {left > 0 ? ` ${t('ui.unannotatedLeft', { count: formatCount(left) })}` : null}
      </p>
    </div>
  );
}
