/**
 * `<PagedSelect list="projectList" input={{family}} textOf={(p) => p.name} value onChange />`: a choice among the rows of a
 * list of the API, however many there are: what is typed is searched for on the server, and scrolling reads on.
 */
import { Select, type SelectProps } from 'antd';
import { useEffect, useEffectEvent, useState, type UIEvent } from 'react';
import { contractText } from '../core/i18n.ts';
import { usePaged, type ListRoute, type RowOf } from '../core/paged.ts';
import type { ApiInput } from '../core/query.ts';
import { useDebounced } from '../core/debounced.ts';

const askAfterMs = 250;
/** Pixels above the end of the list at which the next page is asked for. */
const ahead = 120;

export interface PagedSelectProps<N extends ListRoute> extends Pick<
  SelectProps,
  | 'id'
  | 'aria-label'
  | 'className'
  | 'placeholder'
  | 'disabled'
  | 'allowClear'
  | 'popupRender'
  | 'style'
  | 'open'
  | 'onOpenChange'
> {
  list: N;
  /** What the person does not choose. */
  input: Omit<ApiInput<N>, 'name' | 'pageNum' | 'pageSize'>;
  /** The filter of the list that takes what is typed; `name` where nothing is said. */
  searchBy?: string;
  textOf: (row: RowOf<N>) => string;
  /** Rows that are not offered. */
  leaveOut?: (row: RowOf<N>) => boolean;
  /** Choices beside the rows, and the chosen one where its page may not be read yet. */
  first?: readonly { value: number; label: string }[];
  /** They stand in the list as choices of their own; else they only give the chosen one its name. */
  isFirstShown?: boolean;
  value?: number | null | undefined;
  onChange?: (id: number | undefined) => void;
  onChosen?: (row: RowOf<N> | undefined) => void;
  /** Where there is but one row, it is chosen: nobody has to open a list of one. */
  choosesOnly?: boolean;
  /** Said where there is nothing to choose from. */
  empty?: string;
  /** What is searched for, without blanks around it. */
  onTyped?: (name: string) => void;
  enabled?: boolean;
}

const isNearEnd = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLElement>): boolean =>
  scrollTop + clientHeight >= scrollHeight - ahead;

export function PagedSelect<N extends ListRoute>(props: PagedSelectProps<N>) {
  const { list, input, searchBy = 'name', textOf, leaveOut, first = [], isFirstShown = true, value, ...others } = props;
  const { onChange, onChosen, onOpenChange, empty, onTyped, enabled = true, choosesOnly = false, ...select } = others;
  const [typed, setOwnTyped] = useState('');
  const setTyped = (next: string) => {
    setOwnTyped(next);
    onTyped?.(next.trim());
  };
  const name = useDebounced(typed.trim(), askAfterMs);
  const paged = usePaged(list, { ...input, ...(name ? { [searchBy]: name } : {}) } as ApiInput<N>, { enabled });
  const rows = (paged.rows ?? []).filter((row) => !leaveOut?.(row));
  const take = (row: RowOf<N> | undefined, id: number | undefined) => {
    onChosen?.(row);
    onChange?.(id);
  };
  const isOnly = choosesOnly && enabled && name === '' && !value && !paged.isFetching && rows.length === 1;
  const takeOnly = useEffectEvent(() => take(rows[0], (rows[0] as { id: number }).id));
  useEffect(() => {
    if (isOnly) takeOnly();
  }, [isOnly]);
  const options = rows.map((row) => ({ value: (row as { id: number }).id, label: textOf(row) }));
  const before = name === '' && isFirstShown ? first.filter((one) => !options.some((o) => o.value === one.value)) : [];
  const chosen = first.find((one) => one.value === value);
  const isKnown = options.some((o) => o.value === value) || before.some((o) => o.value === value);
  // among what is found it would be what Enter takes
  const isListed = chosen !== undefined && !isKnown && typed.trim() === '';
  return (
    <Select<number | null, { value: number; label: string }>
      {...select}
      value={value ?? null}
      options={[...before, ...options, ...(isListed ? [chosen] : [])]}
      {...(chosen && !isKnown ? { labelRender: () => chosen.label } : {})}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      loading={paged.isFetching}
      notFoundContent={
        paged.isFetching
          ? contractText('loading')
          : name === ''
            ? (empty ?? contractText('noData'))
            : contractText('noResult')
      }
      onPopupScroll={(e) => isNearEnd(e) && paged.more()}
      onOpenChange={(isOpen) => {
        if (!isOpen) setTyped('');
        onOpenChange?.(isOpen);
      }}
      onChange={(id) =>
        take(
          rows.find((row) => (row as { id: number }).id === id),
          id ?? undefined,
        )
      }
    />
  );
}
