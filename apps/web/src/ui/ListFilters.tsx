/** The search row above a list. Text is searched while it is typed, after a short pause; Enter does not wait for it. */
import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
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
/** A field of its own, for what is chosen from a list of the API. */
export interface OwnFilter extends Omit<SelectFilter, 'kind' | 'options'> {
  kind: 'own';
  field: (props: OwnFieldProps) => ReactNode;
}
export interface OwnFieldProps {
  className: string;
  'aria-label': string;
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}
export type ListFilter = TextFilter | SelectFilter | OwnFilter;

/** The change that takes all filters out. */
export const cleared = (filters: readonly ListFilter[]): ListChange =>
  Object.fromEntries(filters.map((f) => [f.key, undefined]));

const pauseMs = 350;

function SearchField(props: { filter: TextFilter; value: string; onSearch: (text: string | undefined) => void }) {
  const { filter, value, onSearch } = props;
  const [typed, setTyped] = useState(value);
  const [isComposing, setComposing] = useState(false);
  /** Searches of this field that the address does not show yet: any other value comes from outside (back, clear). */
  const sent = useRef<string[]>([]);
  const last = useRef(value);
  const search = (text: string) => {
    const trimmed = text.trim();
    if (trimmed === last.current) return;
    last.current = trimmed;
    sent.current.push(trimmed);
    onSearch(trimmed === '' ? undefined : trimmed);
  };
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current = sent.current.slice(at + 1);
    if (at >= 0 || value === last.current) return;
    last.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (isComposing || typed.trim() === last.current) return;
    const timer = setTimeout(() => search(typed), pauseMs);
    return () => clearTimeout(timer);
  });
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
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDown={(e) => {
        if (e.key === 'Enter' && !e.nativeEvent.isComposing) search(typed);
      }}
      onBlur={() => {
        setTyped(typed.trim());
        search(typed);
      }}
    />
  );
}

export function ListFilters(props: {
  filters: readonly ListFilter[];
  values: Readonly<Record<string, string>>;
  /** `refines`: the search that is there already; the way back leads to before it. */
  onChange: (change: ListChange, refines?: boolean) => void;
}) {
  const { filters, values, onChange } = props;
  const { t } = useTranslation();
  const isSet = filters.some((f) => values[f.key] !== undefined);
  return (
    <search className={styles.filters}>
      {filters.map((filter) =>
        filter.kind === 'text' ? (
          <SearchField
            key={filter.key}
            filter={filter}
            value={values[filter.key] ?? ''}
            onSearch={(text) => onChange({ [filter.key]: text }, values[filter.key] !== undefined)}
          />
        ) : filter.kind === 'own' ? (
          <filter.field
            key={filter.key}
            className={styles.select!}
            aria-label={filter.placeholder}
            placeholder={filter.placeholder}
            value={values[filter.key]}
            onChange={(value) => onChange({ [filter.key]: value })}
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
