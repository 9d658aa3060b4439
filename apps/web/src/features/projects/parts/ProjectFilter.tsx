/** The project as a filter of a list. */
import { useApi } from '../../../core/query.ts';
import { useFamily } from '../../../core/scene.tsx';
import type { OwnFieldProps } from '../../../ui/ListFilters.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';

export function ProjectFilter({ value, onChange, ...field }: OwnFieldProps) {
  const id = Number(value ?? 0);
  const chosen = useApi('projectInfo', { id }, { enabled: id > 0, silent: true }).data;
  return (
    <PagedSelect
      {...field}
      allowClear
      list="projectList"
      input={{ family: useFamily(), sort: 'name' }}
      textOf={(project) => project.name}
      first={chosen ? [{ value: chosen.id, label: chosen.name }] : []}
      isFirstShown={false}
      value={id > 0 ? id : null}
      onChange={(next) => onChange(next === undefined ? undefined : String(next))}
    />
  );
}
