/** The search row above a list. Text is searched on Enter (own handler), when the field is left, or cleared. */
import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ListPage.module.css';
import type { ListChange } from './list-state.ts';

export interface TextFilter {
  kind: 'text';
  key: string;
  placeholder: string;
}
export interface SelectFilter {
  kind: 'select';
  key: string;
  /** Shown while nothing is chosen, and the field's name for assistive programs. */
  placeholder: string;
  options: readonly { value: string; label: string }[];
  /** The value goes to the server as a number (ids). */
  number?: boolean;
  /** Says whose list it is: when only this is set, an empty list is "nothing yet", not "nothing matches". */
  scope?: boolean;
}
export type ListFilter = TextFilter | SelectFilter;

/** The change that takes all filters out. */
export const cleared = (filters: readonly ListFilter[]): ListChange =>
  Object.fromEntries(filters.map((f) => [f.key, undefined]));

function SearchField(props: { filter: TextFilter; value: string; onSearch: (text: string | undefined) => void }) {
  const { filter, value, onSearch } = props;
  const [typed, setTyped] = useState(value);
  const search = (text: string) => {
    const trimmed = text.trim();
    setTyped(trimmed);
    if (trimmed !== value) onSearch(trimmed === '' ? undefined : trimmed);
  };
  return (
    <Input
      className={styles.search!}
      prefix={<SearchOutlined style={{ color: 'var(--hint)' }} />}
      allowClear
      aria-label={filter.placeholder}
      placeholder={filter.placeholder}
      value={typed}
      maxLength={100}
      onChange={(e) => {
        setTyped(e.target.value);
        if (e.target.value === '') search('');
      }}
      onKeyDown={(e) => {
        if (e.key === 'Enter' && !e.nativeEvent.isComposing) search(typed);
      }}
      onBlur={() => search(typed)}
    />
  );
}

export function ListFilters(props: {
  filters: readonly ListFilter[];
  values: Readonly<Record<string, string>>;
  onChange: (change: ListChange) => void;
}) {
  const { filters, values, onChange } = props;
  const { t } = useTranslation();
  const isSet = filters.some((f) => values[f.key] !== undefined);
  return (
    <search className={styles.filters}>
      {filters.map((filter) =>
        filter.kind === 'text' ? (
          <SearchField
            // A new value from outside (back, clear) starts the field anew.
            key={`${filter.key}-${values[filter.key] ?? ''}`}
            filter={filter}
            value={values[filter.key] ?? ''}
            onSearch={(text) => onChange({ [filter.key]: text })}
          />
        ) : (
          <Select
            key={filter.key}
            className={styles.select!}
            aria-label={filter.placeholder}
            placeholder={filter.placeholder}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={values[filter.key] ?? null}
            options={[...filter.options]}
            onChange={(value: string | undefined) => onChange({ [filter.key]: value ?? undefined })}
          />
        ),
      )}
      {isSet ? (
        <Button type="text" icon={<CloseOutlined />} onClick={() => onChange(cleared(filters))}>
          {t('ui.reset')}
        </Button>
      ) : null}
    </search>
  );
}
