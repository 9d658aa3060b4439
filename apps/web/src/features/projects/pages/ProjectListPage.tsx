/** Projects of a family: open, add, change, delete. */
import { PlusOutlined } from '@ant-design/icons';
import type { Project } from '@loupe/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../core/format.ts';
import { SceneLink, useFamily, useFindScene, useGo, type ScreenId } from '../../../core/scene.tsx';
import { useMay } from '../../../core/access.ts';
import { useAsksToAdd } from '../../../core/search.ts';
import { useWording } from '../../../core/wording.ts';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn } from '../../../ui/PageTable.tsx';
import { useDelete } from '../../../ui/use-delete.tsx';
import { ProjectForm } from '../parts/ProjectForm.tsx';
import { ProjectMark } from '../parts/ProjectMark.tsx';
import { SharingDialog } from '../parts/SharingDialog.tsx';

/** Where the work in a project goes on: at its data sets, or at its models where those own their data sets. */
const useInside = (): ScreenId => (useFindScene()('DatasetList') ? 'DatasetList' : 'ModelList');

const useColumns = (): ListColumn<Project>[] => {
  const { t } = useTranslation();
  const inside = useInside();
  return [
    {
      key: 'name',
      title: t('ui.name'),
      sort: 'name',
      least: 220,
      render: (p) => (
        <>
          <SceneLink screen={inside} search={{ projectId: p.id }}>
            {p.name}
          </SceneLink>
          <ProjectMark project={p} withText />
        </>
      ),
    },
    {
      key: 'description',
      title: t('ui.description'),
      least: 200,
      render: (p) => <span title={p.description}>{p.description}</span>,
    },
    { key: 'datasets', title: t('projects.datasets'), number: true, width: 96, render: (p) => p.datasets },
    { key: 'models', title: t('projects.models'), number: true, width: 84, render: (p) => p.models },
    { key: 'owner', title: t('projects.owner'), width: 110, render: (p) => p.owner },
    { key: 'members', title: t('projects.members'), number: true, width: 90, render: (p) => p.members || '–' },
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
  const wording = useWording();
  const family = useFamily();
  const go = useGo();
  const columns = useColumns();
  const inside = useInside();
  const may = useMay();
  const [shared, setShared] = useState<Project | null>(null);
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
        filters={[
          { kind: 'text', key: 'name', placeholder: t('projects.searchName') },
          {
            kind: 'select',
            key: 'whose',
            placeholder: t('projects.allOwners'),
            options: [
              { value: 'mine', label: t('projects.mine') },
              { value: 'shared', label: t('projects.sharedWithMe') },
            ],
          },
        ]}
        columns={columns}
        rowActions={(p) => [
          { key: 'models', text: t('projects.openModels'), onClick: () => go('ModelList', { projectId: p.id }) },
          {
            key: 'share',
            text: t(may('memberSet', p.id) ? 'projects.share' : 'projects.members'),
            onClick: () => setShared(p),
          },
          ...(may('projectUpdate', p.id)
            ? [{ key: 'edit', text: t('ui.edit'), onClick: () => setForm({ project: p }) }]
            : []),
          ...(may('projectDelete', p.id)
            ? [{ key: 'delete', text: t('ui.delete'), danger: true, onClick: () => remove(p.id) }]
            : []),
        ]}
        empty={{
          title: t('projects.emptyTitle'),
          text: t('projects.emptyText', wording),
          actions: addButton('large'),
          steps: [
            { title: t('projects.step1Title'), text: t('projects.step1Text') },
            { title: t('projects.step2Title'), text: t('projects.step2Text', wording) },
            { title: t('projects.step3Title'), text: t('projects.step3Text', wording) },
          ],
        }}
      />
      <SharingDialog project={shared} onClose={() => setShared(null)} />
      <ProjectForm
        open={form !== null}
        project={form?.project ?? null}
        onClose={() => setForm(null)}
        onAdded={(project) => go(inside, { projectId: project.id })}
      />
    </>
  );
}
