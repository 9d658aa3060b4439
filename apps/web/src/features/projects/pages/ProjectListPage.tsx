/** Projects of a family: open, add, change, delete. */
import { PlusOutlined } from '@ant-design/icons';
import type { Project } from '@loupe/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../core/format.ts';
import { SceneLink, useFamily, useGo } from '../../../core/scene.tsx';
import { useAsksToAdd } from '../../../core/search.ts';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn } from '../../../ui/PageTable.tsx';
import { useDelete } from '../../../ui/use-delete.tsx';
import { ProjectForm } from '../parts/ProjectForm.tsx';

const useColumns = (): ListColumn<Project>[] => {
  const { t } = useTranslation();
  return [
    {
      key: 'name',
      title: t('ui.name'),
      sort: 'name',
      least: 220,
      render: (p) => (
        <SceneLink screen="DatasetList" search={{ projectId: p.id }}>
          {p.name}
        </SceneLink>
      ),
    },
    {
      key: 'description',
      title: t('ui.description'),
      least: 260,
      render: (p) => <span title={p.description}>{p.description}</span>,
    },
    { key: 'datasets', title: t('projects.datasets'), number: true, width: 96, render: (p) => p.datasets },
    { key: 'models', title: t('projects.models'), number: true, width: 84, render: (p) => p.models },
    { key: 'createdBy', title: t('ui.createdBy'), width: 110, render: (p) => p.createdBy },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 110,
      render: (p) => formatDate(p.createdAt),
    },
  ];
};

export function ProjectListPage() {
  const { t } = useTranslation();
  const family = useFamily();
  const go = useGo();
  const columns = useColumns();
  const asksToAdd = useAsksToAdd();
  const [form, setForm] = useState<{ project: Project | null } | null>(asksToAdd ? { project: null } : null);
  const remove = useDelete({
    preview: 'projectDeletePreview',
    remove: 'projectDelete',
    invalidates: ['projectList', 'datasetList', 'modelList'],
  });
  const addButton = (size: 'middle' | 'large') => (
    <Button type="primary" size={size} icon={<PlusOutlined />} onClick={() => setForm({ project: null })}>
      {t('projects.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('projects.title')}
        crumbs={[{ text: t('projects.title') }]}
        extra={addButton('middle')}
        name="projectList"
        fixed={{ family }}
        filters={[{ kind: 'text', key: 'name', placeholder: t('projects.searchName') }]}
        columns={columns}
        rowActions={(p) => [
          { key: 'models', text: t('projects.openModels'), onClick: () => go('ModelList', { projectId: p.id }) },
          { key: 'edit', text: t('ui.edit'), onClick: () => setForm({ project: p }) },
          { key: 'delete', text: t('ui.delete'), danger: true, onClick: () => remove(p.id) },
        ]}
        empty={{
          title: t('projects.emptyTitle'),
          text: t('projects.emptyText'),
          actions: addButton('large'),
          steps: [
            { title: t('projects.step1Title'), text: t('projects.step1Text') },
            { title: t('projects.step2Title'), text: t('projects.step2Text') },
            { title: t('projects.step3Title'), text: t('projects.step3Text') },
          ],
        }}
      />
      <ProjectForm
        open={form !== null}
        project={form?.project ?? null}
        onClose={() => setForm(null)}
        onAdded={(project) => go('DatasetList', { projectId: project.id })}
      />
    </>
  );
}
