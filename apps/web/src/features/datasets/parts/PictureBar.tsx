/** Above the grid: states with their counts, search by name, and what is done with the selection. */
import { DeleteOutlined } from '@ant-design/icons';
import { PictureState } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import styles from './pictures.module.css';

function StateFilter(props: { folderId: number; state: PictureState | ''; on: boolean; onChoose: () => void }) {
  const { folderId, state, on, onChoose } = props;
  const { t } = useTranslation();
  const { data } = useApi(
    'pictureList',
    { folderId, ...(state ? { state } : {}), pageNum: 1, pageSize: 1 },
    { silent: true, keepPrevious: true },
  );
  return (
    <button type="button" className={styles.filter} aria-pressed={on} onClick={onChoose}>
      {state ? t(`ui.states.${state}`) : t('ui.all')}
      <b>{data ? formatCount(data.total) : ''}</b>
    </button>
  );
}

export function PictureBar(props: {
  folderId: number;
  state: PictureState | '';
  name: string;
  onFilter: (change: { state?: string | undefined; name?: string | undefined }) => void;
  selected: number;
  onSelectLoaded: () => void;
  onClear: () => void;
  onDelete: () => void;
}) {
  const { folderId, state, name, onFilter, selected } = props;
  const { t } = useTranslation();
  const states = ['', ...PictureState.options] as const;
  return (
    <div className={styles.bar}>
      {states.map((s) => (
        <StateFilter
          key={s}
          folderId={folderId}
          state={s}
          on={s === state}
          onChoose={() => onFilter({ state: s || undefined })}
        />
      ))}
      <ListFilters
        filters={[{ kind: 'text', key: 'name', placeholder: t('datasets.searchPicture') }]}
        values={name ? { name } : {}}
        onChange={(change) => onFilter({ name: change.name === undefined ? undefined : String(change.name) })}
      />
      <span style={{ flex: 1 }} />
      {selected > 0 ? (
        <>
          <span className="second num">{t('datasets.selectedCount', { count: selected })}</span>
          <Button onClick={props.onClear}>{t('datasets.clearSelection')}</Button>
          <Button danger icon={<DeleteOutlined />} onClick={props.onDelete}>
            {t('ui.delete')}
          </Button>
        </>
      ) : (
        <Button type="text" onClick={props.onSelectLoaded}>
          {t('datasets.selectAll')}
        </Button>
      )}
    </div>
  );
}
