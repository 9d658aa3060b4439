/** Projects where a family has no list of them: a new one, and change or deletion of the one that is chosen. */
import { FolderAddOutlined, MoreOutlined } from '@ant-design/icons';
import type { Project } from '@loupe/contract';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGo } from '../../../core/scene.tsx';
import { useDelete } from '../../../ui/use-delete.tsx';
import { ProjectForm } from './ProjectForm.tsx';

export function ProjectTools({ project }: { project: Project | undefined }) {
  const { t } = useTranslation();
  const go = useGo();
  const [form, setForm] = useState<{ project: Project | null } | null>(null);
  const remove = useDelete({
    preview: 'projectDeletePreview',
    remove: 'projectDelete',
    invalidates: ['projectList', 'modelList', 'dashboardInfo'],
    onDeleted: () => go('ModelList', {}, { replace: true }),
  });
  return (
    <>
      {project ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'edit', label: t('projects.editTitle'), onClick: () => setForm({ project }) },
              { key: 'delete', label: t('projects.delete'), danger: true, onClick: () => remove(project.id) },
            ],
          }}
        >
          <Button icon={<MoreOutlined />} aria-label={t('projects.manage', { name: project.name })} />
        </Dropdown>
      ) : null}
      <Button icon={<FolderAddOutlined />} onClick={() => setForm({ project: null })}>
        {t('projects.add')}
      </Button>
      <ProjectForm
        open={form !== null}
        project={form?.project ?? null}
        onClose={() => setForm(null)}
        onAdded={(added) => go('ModelList', { projectId: added.id })}
      />
    </>
  );
}
