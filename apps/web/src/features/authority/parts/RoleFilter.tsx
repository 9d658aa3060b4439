/** The role as a filter of the list of users. */
import { roleTitle } from '@loupe/contract';
import { useText } from '../../../core/i18n.ts';
import type { OwnFieldProps } from '../../../ui/ListFilters.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';

export function RoleFilter({ value, onChange, ...field }: OwnFieldProps) {
  const text = useText();
  const id = Number(value ?? 0);
  return (
    <PagedSelect
      {...field}
      allowClear
      list="roleChoice"
      input={{ sort: 'name' }}
      textOf={(role) => text(roleTitle(role.name))}
      value={id > 0 ? id : null}
      onChange={(next) => onChange(next === undefined ? undefined : String(next))}
    />
  );
}
