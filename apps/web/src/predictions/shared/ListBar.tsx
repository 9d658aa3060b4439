/** Above a list of images: its filters with how many images each has, further choices, and the order. */
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../result-list.ts';
import { FilterChip } from '../../ui/FilterChip.tsx';
import styles from './list.module.css';

export function ListBar<F extends string, S extends string>(props: {
  list: { filters: readonly Choice<F>[]; sorts: readonly Choice<S>[] };
  counts: Readonly<Record<F, number>>;
  hasZone: boolean;
  /** The filter that is on; null where something else chooses the images. */
  show: F | null;
  sort: S;
  /** Undefined: the default. */
  onShow: (to: F | undefined) => void;
  onSort: (to: S | undefined) => void;
  /** Before the order. */
  children?: ReactNode;
  /** After it. */
  end?: ReactNode;
}) {
  const { list, counts, hasZone, show, sort, onShow, onSort, children, end } = props;
  const { t } = useTranslation();
  const defaults = { show: list.filters[0]?.id, sort: list.sorts[0]?.id };
  return (
    <div className={styles.bar}>
      {list.filters
        .filter(({ id, needsZone, ifAny }) => (hasZone || !needsZone) && (!ifAny || counts[id] > 0 || show === id))
        .map(({ id, name }) => (
          <FilterChip
            key={id}
            name={t(name)}
            count={counts[id]}
            isOn={show === id}
            onClick={() => onShow(id === defaults.show ? undefined : id)}
          />
        ))}
      {children}
      <Select
        size="small"
        value={sort}
        aria-label={t('results.sort')}
        options={list.sorts.map(({ id, name }) => ({ value: id, label: t(name) }))}
        onChange={(to) => onSort(to === defaults.sort ? undefined : to)}
      />
      {end}
    </div>
  );
}
