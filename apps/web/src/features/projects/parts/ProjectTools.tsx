/** Projects where a family has no list of them: a new one, and change or deletion of the one that is chosen. */
import { FolderAddOutlined, MoreOutlined } from '@ant-design/icons';
import type { Project } from '@loupe/contract';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { useGo } from '../../../core/scene.tsx';
import { useDelete } from '../../../ui/use-delete.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { ProjectMark } from './ProjectMark.tsx';
import { SharingDialog } from './SharingDialog.tsx';

export function ProjectTools({ project }: { project: Project | undefined }) {
  const { t } = useTranslation();
  const go = useGo();
  const [form, setForm] = useState<{ project: Project | null } | null>(null);
  const [isSharing, setSharing] = useState(false);
  const may = useMay();
  const remove = useDelete({
    preview: 'projectDeletePreview',
    remove: 'projectDelete',
    invalidates: ['projectList', 'modelList', 'dashboardInfo'],
    onDeleted: () => go('ModelList', {}, { replace: true }),
  });
  const itemsOf = (one: Project) => [
    {
      key: 'share',
      label: t(may('memberSet', one.id) ? 'projects.share' : 'projects.members'),
      onClick: () => setSharing(true),
    },
    ...(may('projectUpdate', one.id)
      ? [{ key: 'edit', label: t('projects.editTitle'), onClick: () => setForm({ project: one }) }]
      : []),
    ...(may('projectDelete', one.id)
      ? [{ key: 'delete', label: t('projects.delete'), danger: true, onClick: () => remove(one.id) }]
      : []),
  ];
  return (
    <>
      {project ? (
        <>
          <ProjectMark project={project} withText />
          <Dropdown trigger={['click']} menu={{ items: itemsOf(project) }}>
            <Button icon={<MoreOutlined />} aria-label={t('projects.manage', { name: project.name })} />
          </Dropdown>
          <SharingDialog project={isSharing ? project : null} onClose={() => setSharing(false)} />
        </>
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
