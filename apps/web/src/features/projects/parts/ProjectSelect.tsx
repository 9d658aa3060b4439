/** The choice of a project in a form; one that is not there yet can be made on the spot. */
import { PlusOutlined } from '@ant-design/icons';
import { Button, Divider, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { useFamily } from '../../../core/scene.tsx';
import { ProjectForm } from './ProjectForm.tsx';

/** Below the options of a list. */
const withFoot =
  (foot: ReactElement) =>
  (menu: ReactElement): ReactElement => (
    <>
      {menu}
      <Divider style={{ margin: '4px 0' }} />
      {foot}
    </>
  );

export function ProjectSelect(props: {
  id?: string;
  value?: number | undefined;
  onChange?: (projectId: number) => void;
}) {
  const { id, value, onChange } = props;
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const { data } = useApi('projectList', { family: useFamily(), pageSize: 200, sort: 'name' });
  const add = (
    <Button block type="text" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('projects.add')}
    </Button>
  );
  return (
    <>
      <Select
        {...(id === undefined ? {} : { id })}
        value={value ?? null}
        options={(data?.list ?? []).map((project) => ({ value: project.id, label: project.name }))}
        placeholder={t('projects.choose')}
        notFoundContent={t('projects.none')}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(next) => next !== null && onChange?.(next)}
        popupRender={withFoot(add)}
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
