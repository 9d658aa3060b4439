/** The project as a filter of a list. */
import { useApi } from '../../../core/query.ts';
import { useFamily } from '../../../core/scene.tsx';
import type { OwnFieldProps } from '../../../ui/ListFilters.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';
import { useProjectText } from './use-project-text.ts';

export function ProjectFilter({ value, onChange, ...field }: OwnFieldProps) {
  const textOf = useProjectText();
  const id = Number(value ?? 0);
  const chosen = useApi('projectInfo', { id }, { enabled: id > 0, silent: true }).data;
  return (
    <PagedSelect
      {...field}
      allowClear
      list="projectList"
      input={{ family: useFamily(), sort: 'name' }}
      textOf={textOf}
      first={chosen ? [{ value: chosen.id, label: textOf(chosen) }] : []}
      isFirstShown={false}
      value={id > 0 ? id : null}
      onChange={(next) => onChange(next === undefined ? undefined : String(next))}
    />
  );
}
