/** The choice of a project in a form; one that is not there yet can be made on the spot. */
import { PlusOutlined } from '@ant-design/icons';
import { families, type RouteName } from '@loupe/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { useText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { useFamily } from '../../../core/scene.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';
import { withFoot } from '../../../ui/with-foot.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { useProjectText } from './use-project-text.ts';

export function ProjectSelect(props: {
  id?: string;
  value?: number | undefined;
  onChange?: (projectId: number) => void;
  /** Offers to make one. */
  hasAdd?: boolean;
  /** Offers only projects in which this may be done. */
  route?: RouteName;
}) {
  const { id, value, onChange, hasAdd = true, route } = props;
  const may = useMay();
  const textOf = useProjectText();
  const family = useFamily();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const startAdding = () => {
    // the list would lie over the dialog
    setOpen(false);
    setAdding(true);
  };
  const text = useText();
  const chosen = useApi('projectInfo', { id: value ?? 0 }, { enabled: Boolean(value), silent: true }).data;
  const add = (
    <Button block type="text" icon={<PlusOutlined />} onClick={startAdding}>
      {t('projects.add')}
    </Button>
  );
  return (
    <>
      <PagedSelect
        {...(id === undefined ? {} : { id })}
        open={isOpen}
        onOpenChange={setOpen}
        list="projectList"
        input={{ family, sort: 'name' }}
        textOf={textOf}
        {...(route ? { leaveOut: (project: { id: number }) => !may(route, project.id) } : {})}
        first={chosen ? [{ value: chosen.id, label: textOf(chosen) }] : []}
        isFirstShown={false}
        value={value}
        placeholder={t('projects.choose')}
        empty={t('projects.noneOf', { family: text(families[family].name) })}
        onChange={(next) => next !== undefined && onChange?.(next)}
        {...(hasAdd ? { popupRender: withFoot(add) } : {})}
      />
      <ProjectForm
        open={isAdding}
        project={null}
        onClose={() => setAdding(false)}
        onAdded={(project) => onChange?.(project.id)}
      />
    </>
  );
}
