/**
 * `<FolderPicker projectId value onChange />`: folders of a project's data sets with their counts, for training and test
 * sets. With `oneDataset` a choice in another data set starts anew; `taken` folders are used elsewhere in the form.
 */
import { FolderOutlined } from '@ant-design/icons';
import type { Dataset, Folder } from '@loupe/contract';
import { Checkbox, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApi } from '../core/query.ts';
import { SceneLink } from '../core/scene.tsx';
import { EmptyState, ErrorState } from './EmptyState.tsx';
import styles from './FolderPicker.module.css';
import { StatusTag } from './StatusTag.tsx';

export interface FolderPickerProps {
  projectId: number;
  value: readonly number[];
  onChange: (folderIds: number[], folders: Folder[]) => void;
  oneDataset?: boolean;
  taken?: readonly number[];
}

function FolderRow(props: { folder: Folder; checked: boolean; disabled: boolean; onToggle: () => void }) {
  const { folder, checked, disabled, onToggle } = props;
  const { t } = useTranslation();
  return (
    <Checkbox className={styles.row!} checked={checked} disabled={disabled} onChange={onToggle}>
      <span className={styles.name} title={folder.name}>
        <FolderOutlined /> {folder.name}
      </span>
      <span className="second num">{t('ui.annotatedOf', { annotated: folder.annotated, count: folder.images })}</span>
      <StatusTag state={folder.state} />
    </Checkbox>
  );
}

interface Group {
  dataset: Dataset;
  folders: Folder[];
}
const groupsOf = (datasets: readonly Dataset[], folders: readonly Folder[]): Group[] =>
  datasets
    .map((dataset) => ({ dataset, folders: folders.filter((f) => f.datasetId === dataset.id && f.images > 0) }))
    .filter((g) => g.folders.length > 0);

export function FolderPicker({ projectId, value, onChange, oneDataset, taken = [] }: FolderPickerProps) {
  const { t } = useTranslation();
  const datasets = useApi('datasetList', { projectId, pageSize: 200 });
  const folders = useApi('folderList', { projectId, pageSize: 200, sort: 'name' });
  const error = datasets.error ?? folders.error;
  if (error) {
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void datasets.refetch();
          void folders.refetch();
        }}
      />
    );
  }
  if (!datasets.data || !folders.data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const groups = groupsOf(datasets.data.list, folders.data.list);
  if (groups.length === 0) {
    return (
      <EmptyState
        small
        title={t('ui.noFoldersTitle')}
        text={t('ui.noFoldersText')}
        actions={
          <SceneLink screen="DatasetList" search={{ projectId }}>
            {t('ui.toDatasets')}
          </SceneLink>
        }
      />
    );
  }
  const all = groups.flatMap((g) => g.folders);
  const chosen = all.filter((f) => value.includes(f.id));
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
          pictures: chosen.reduce((sum, f) => sum + f.images, 0),
        })}
      </p>
    </div>
  );
}
