/**
 * `<FolderPicker projectId value onChange />`: folders of a project's data sets (or, with `modelId`, of the data sets that
 * a model owns) with their counts, for training and test sets. They are searched for on the server and read on while one
 * scrolls; "all" are all of them. With `setType` those of data sets of other types are left out. With `oneDataset` a choice in another data set starts over; `taken` folders are used
 * elsewhere in the form. With `part` only images of that part are counted.
 */
import { FolderOutlined, SearchOutlined } from '@ant-design/icons';
import { families, type Folder, type ImagePart } from '@loupe/contract';
import { Button, Checkbox, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../core/errors.ts';
import { contractText } from '../core/i18n.ts';
import { setName } from '../core/label-name.ts';
import { usePaged } from '../core/paged.ts';
import { apiQuery, queryClient } from '../core/query.ts';
import { SceneLink, useFamily } from '../core/scene.tsx';
import { useDebounced } from '../core/debounced.ts';
import { EmptyState, ErrorState } from './EmptyState.tsx';
import styles from './FolderPicker.module.css';
import { FolderState } from './FolderState.tsx';
import { partCounts } from './part-counts.ts';
import { ToneTag } from './StatusTag.tsx';
import { inputOfPlace, useFolders, type FolderPlace } from './use-folders.ts';

export interface FolderPickerProps extends FolderPlace {
  value: readonly number[];
  onChange: (folderIds: number[]) => void;
  oneDataset?: boolean;
  taken?: readonly number[];
  /** Images are annotated one by one; else the role of their data set says what they are. */
  areMarked?: boolean;
  /** Only images that are for this are used and counted; those that carry no part train. Null: all are. */
  part?: ImagePart | null;
  /** What should be known of a folder, beside its counts. */
  notes?: ReadonlyMap<number, string>;
}

/** Images of a folder that are used. */
const usedImages = ({ images, testImages }: Pick<Folder, 'images' | 'testImages'>, part: ImagePart | null): number =>
  part ? partCounts(images, testImages)[part] : images;

const askAfterMs = 250;
/** From so many folders on one searches rather than looks. */
const manyFolders = 12;
/** Pixels above the end of the list at which the next page is asked for. */
const ahead = 120;

function FolderRow(props: {
  folder: Folder;
  part: ImagePart | null;
  isMarked: boolean;
  checked: boolean;
  disabled: boolean;
  note: string | undefined;
  onToggle: () => void;
}) {
  const { folder, part, isMarked, checked, disabled, note, onToggle } = props;
  const { t } = useTranslation();
  return (
    <Checkbox className={styles.row!} checked={checked} disabled={disabled} onChange={onToggle}>
      <span className={styles.name} title={folder.name}>
        <FolderOutlined /> {folder.name}
      </span>
      <span className="second num">{t('ui.counts.images', { count: usedImages(folder, part) })}</span>
      {note ? <ToneTag tone="warn">{note}</ToneTag> : isMarked ? <FolderState folder={folder} /> : null}
    </Checkbox>
  );
}

function NoFolders({ projectId, modelId, setType }: FolderPlace) {
  const { t } = useTranslation();
  const family = useFamily();
  const type = setType && t(`datasets.setTypes.${setType}`);
  return (
    <EmptyState
      small
      title={type ? t('ui.noFoldersOfType', { type }) : t(`families.${family}.noFoldersTitle`)}
      text={type ? t('ui.noFoldersOfTypeText', { type }) : t(`families.${family}.noFoldersText`)}
      actions={
        modelId !== undefined ? (
          <SceneLink screen="FolderList" search={{ model: modelId }}>
            {t('ui.toImages')}
          </SceneLink>
        ) : (
          <SceneLink screen="DatasetList" search={{ projectId }}>
            {t('ui.toDatasets')}
          </SceneLink>
        )
      }
    />
  );
}

/** What is chosen, and how the choice changes: by a folder, by all of a data set, by everything. */
const useChoice = (
  { projectId, modelId, datasetId: only, setType, value, onChange, oneDataset, taken = [] }: FolderPickerProps,
  name: string,
) => {
  const place = { projectId, modelId, datasetId: only, setType };
  const all = useFolders(place);
  const held = new Set(value);
  const chosen = (all.folders ?? []).filter(({ id }) => held.has(id));
  /** Those that stay beside a folder of this data set. */
  const kept = (datasetId: number) => chosen.filter((one) => !oneDataset || one.datasetId === datasetId);
  const toggle = ({ id, datasetId }: Pick<Folder, 'id' | 'datasetId'>) => {
    const others = kept(datasetId).flatMap((one) => (one.id === id ? [] : one.id));
    onChange(held.has(id) ? others : [...others, id]);
  };
  /** All that the search finds, whether or not they were read into the list. */
  const addAll = async (datasetId?: number) => {
    const input = { ...inputOfPlace(place), ...(datasetId ? { datasetId } : {}), ...(name ? { name } : {}) };
    const { list } = await queryClient.fetchQuery(apiQuery('folderChoice', input));
    const free = list.flatMap(({ id }) => (taken.includes(id) ? [] : id));
    const before = (datasetId ? kept(datasetId) : chosen).map(({ id }) => id);
    onChange([...new Set([...before, ...free])]);
  };
  return {
    all,
    chosen,
    toggle,
    addAll: (datasetId?: number) => void addAll(datasetId).catch(handleError),
    clear: () => onChange([]),
  };
};

function Groups(props: {
  rows: readonly Folder[];
  picker: FolderPickerProps;
  toggle: (folder: Folder) => void;
  addAll: (datasetId: number) => void;
}) {
  const { rows, picker, toggle, addAll } = props;
  const { t } = useTranslation();
  const family = useFamily();
  return [...Map.groupBy(rows, (row) => row.datasetId)].map(([datasetId, own]) => (
    <fieldset key={datasetId} className={styles.group}>
      <legend className={styles.legend}>
        {setName(own[0]!.datasetName, families[family])}
        <Button type="link" size="small" onClick={() => addAll(datasetId)}>
          {t('ui.chooseAll')}
        </Button>
      </legend>
      {own.map((folder) => (
        <FolderRow
          key={folder.id}
          folder={folder}
          part={picker.part ?? null}
          isMarked={picker.areMarked ?? true}
          checked={picker.value.includes(folder.id)}
          disabled={picker.taken?.includes(folder.id) ?? false}
          note={picker.notes?.get(folder.id)}
          onToggle={() => toggle(folder)}
        />
      ))}
    </fieldset>
  ));
}

export function FolderPicker(props: FolderPickerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const name = useDebounced(typed.trim(), askAfterMs);
  const { all, chosen, toggle, addAll, clear } = useChoice(props, name);
  const paged = usePaged('folderList', {
    ...inputOfPlace(props),
    filled: true,
    sort: 'dataset',
    ...(name ? { name } : {}),
  });
  const error = all.error ?? paged.error;
  if (error) return <ErrorState error={error} onRetry={() => (all.refetch(), paged.refetch())} />;
  const { rows } = paged;
  if (!all.folders || !rows) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (all.folders.length === 0) return <NoFolders {...props} />;
  const left = (props.areMarked ?? true) ? chosen.reduce((sum, f) => sum + f.images - f.annotated, 0) : 0;
  return (
    <div>
      {all.folders.length > manyFolders ? (
        <Input
          className={styles.search!}
          prefix={<SearchOutlined style={{ color: 'var(--hint)' }} />}
          allowClear
          aria-label={t('ui.searchFolder')}
          placeholder={t('ui.searchFolder')}
          value={typed}
          maxLength={100}
          onChange={(e) => setTyped(e.target.value)}
        />
      ) : null}
      <div
        className={styles.list}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (scrollTop + clientHeight >= scrollHeight - ahead) paged.more();
        }}
      >
        <Groups rows={rows} picker={props} toggle={toggle} addAll={addAll} />
        {rows.length === 0 ? <p className={styles.none}>{contractText('noResult')}</p> : null}
        {paged.hasMore ? (
          <Button type="link" block loading={paged.isFetching} onClick={paged.more}>
            {t('ui.moreFolders', { count: paged.total - rows.length })}
          </Button>
        ) : null}
      </div>
      <p className="hint">
        {t('ui.foldersChosen', {
          folders: chosen.length,
          images: chosen.reduce((sum, f) => sum + usedImages(f, props.part ?? null), 0),
        })}
        {left > 0 ? t('ui.unannotatedLeft', { count: left }) : null}
        {chosen.length > 0 ? (
          <Button type="link" size="small" onClick={clear}>
            {t('ui.chooseNone')}
          </Button>
        ) : null}
      </p>
    </div>
  );
}
