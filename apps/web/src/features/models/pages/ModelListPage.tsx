/** Models, of all projects or of one; with `id` in the address one model with its versions and tasks. */
import { PlusOutlined } from '@ant-design/icons';
import { modelTypeOf, type Model } from '@loupe/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { formatDate } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { SceneLink, useGo } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useDelete } from '../../../ui/use-delete.tsx';
import { useProject, useProjectOptions } from '../../projects/api.ts';
import { ModelDetail } from '../parts/ModelDetail.tsx';
import { ModelEdit } from '../parts/ModelEdit.tsx';

const ListSearch = z.object({ id: urlId, projectId: urlId });

const useColumns = (): ListColumn<Model>[] => {
  const { t } = useTranslation();
  const text = useText();
  return [
    {
      key: 'plan',
      title: t('models.planName'),
      sort: 'planName',
      width: 220,
      render: (m) => (
        <SceneLink screen="ModelList" search={{ id: m.id }}>
          {m.planName}
        </SceneLink>
      ),
    },
    { key: 'function', title: t('models.functionName'), width: 160, render: (m) => m.functionName },
    { key: 'project', title: t('models.project'), width: 160, render: (m) => m.projectName },
    {
      key: 'type',
      title: t('models.type'),
      width: 190,
      render: (m) => {
        const type = modelTypeOf(m.type);
        return type ? text(type.name) : m.type;
      },
    },
    {
      key: 'latest',
      title: t('models.latest'),
      width: 110,
      render: (m) => (m.latestVersionNumber === null ? '–' : t('models.versionN', { n: m.latestVersionNumber })),
    },
    { key: 'versions', title: t('models.versions'), number: true, width: 100, render: (m) => m.versions },
    {
      key: 'tasks',
      title: t('models.openTasks'),
      width: 120,
      render: (m) => (m.openTasks > 0 ? <StatusTag state="running" text={String(m.openTasks)} /> : '–'),
    },
    { key: 'createdBy', title: t('ui.createdBy'), width: 110, render: (m) => m.createdBy },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 120,
      render: (m) => formatDate(m.createdAt),
    },
  ];
};

function ModelTable({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const go = useGo();
  const project = useProject(projectId);
  const { options } = useProjectOptions();
  const columns = useColumns();
  const [edited, setEdited] = useState<Model | null>(null);
  const remove = useDelete({
    preview: 'modelDeletePreview',
    remove: 'modelDelete',
    invalidates: ['modelList', 'projectList', 'versionList', 'onlineList', 'taskList'],
  });
  const add = () => go('ModelAdd', projectId > 0 ? { projectId } : {});
  const addButton = (size: 'middle' | 'large') => (
    <Button type="primary" size={size} icon={<PlusOutlined />} onClick={add}>
      {t('models.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={project ? t('models.ofProject', { project: project.name }) : t('models.title')}
        crumbs={
          project
            ? [{ text: t('models.title'), screen: 'ModelList', search: {} }, { text: project.name }]
            : [{ text: t('models.title') }]
        }
        extra={addButton('middle')}
        name="modelList"
        filters={[
          { kind: 'text', key: 'name', placeholder: t('models.searchName') },
          { kind: 'select', key: 'projectId', placeholder: t('models.allProjects'), options, number: true },
        ]}
        columns={columns}
        rowActions={(m) => [
          { key: 'train', text: t('models.train'), onClick: () => go('AddSet', { modelId: m.id }) },
          { key: 'open', text: t('models.open'), onClick: () => go('ModelList', { id: m.id }) },
          { key: 'edit', text: t('ui.edit'), onClick: () => setEdited(m) },
          { key: 'delete', text: t('ui.delete'), danger: true, onClick: () => remove(m.id) },
        ]}
        empty={{
          title: t('models.emptyTitle'),
          text: t('models.emptyText'),
          actions: addButton('large'),
          steps: [
            { title: t('models.step1Title'), text: t('models.step1Text') },
            { title: t('models.step2Title'), text: t('models.step2Text') },
            { title: t('models.step3Title'), text: t('models.step3Text') },
          ],
        }}
      />
      <ModelEdit model={edited} onClose={() => setEdited(null)} />
    </>
  );
}

export function ModelListPage() {
  const [{ id, projectId }] = useUrlState(ListSearch);
  return id > 0 ? <ModelDetail id={id} /> : <ModelTable projectId={projectId} />;
}
