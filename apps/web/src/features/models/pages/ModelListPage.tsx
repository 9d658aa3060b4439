/** Models, of all projects or of one; with `id` in the address one model with its versions and tasks. */
import { PlusOutlined } from '@ant-design/icons';
import { families, modelTypeOf, type Model } from '@loupe/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useAllowed } from '../../../core/access.ts';
import { formatCount, formatDate } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { SceneLink, useFamily, useFindScene, useGo } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import type { EmptyStateProps } from '../../../ui/EmptyState.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import { MayButton } from '../../../ui/MayButton.tsx';
import type { ListColumn } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useDelete } from '../../../ui/use-delete.tsx';
import { ProjectFilter, ProjectName, ProjectTools, useNoProject, useProject } from '../../projects/api.ts';
import { useGoToModel, useModelPlace, useModelsTitle } from '../api.ts';
import { ModelDetail } from '../parts/ModelDetail.tsx';
import { ModelEdit } from '../parts/ModelEdit.tsx';
import type { ModelSlots } from '../slots.ts';

const ListSearch = z.object({ id: urlId, projectId: urlId });

const useColumns = (): ListColumn<Model>[] => {
  const { t } = useTranslation();
  const text = useText();
  const placeOf = useModelPlace();
  const family = families[useFamily()];
  const owned = family.roles.flatMap(({ role, name }): ListColumn<Model>[] =>
    name
      ? [
          {
            key: role,
            title: text(name),
            number: true,
            width: 112,
            render: (m) => formatCount(m.datasets.find((set) => set.role === role)?.images ?? 0),
          },
        ]
      : [],
  );
  // beside the images there is no room for what is the same in every row
  const left: ReadonlySet<string> = new Set(owned.length > 0 ? ['type', 'createdBy'] : []);
  const columns: ListColumn<Model>[] = [
    {
      key: 'plan',
      title: t('models.planName'),
      sort: 'planName',
      least: 120,
      render: (m) => <SceneLink {...placeOf(m.id, 'home')}>{m.planName}</SceneLink>,
    },
    { key: 'function', title: t('models.functionName'), least: 126, render: (m) => m.functionName },
    {
      key: 'project',
      title: t('models.project'),
      least: 104,
      render: (m) => <ProjectName id={m.projectId} name={m.projectName} />,
    },
    ...owned,
    {
      key: 'type',
      title: t('models.type'),
      width: 176,
      render: (m) => {
        const type = modelTypeOf(m.type);
        return type ? text(type.name) : m.type;
      },
    },
    {
      key: 'latest',
      title: t('models.latest'),
      width: 86,
      render: (m) => (m.latestVersionNumber === null ? '–' : t('models.versionN', { n: m.latestVersionNumber })),
    },
    {
      key: 'tasks',
      title: t('models.openTasks'),
      width: 108,
      render: (m) => (m.openTasks > 0 ? <StatusTag state="running" text={String(m.openTasks)} /> : '–'),
    },
    { key: 'createdBy', title: t('ui.createdBy'), width: 96, render: (m) => m.createdBy },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 106,
      render: (m) => formatDate(m.createdAt),
    },
  ];
  return columns.filter(({ key }) => !left.has(key));
};

const useEmpty = (addButton: ReactNode): EmptyStateProps => {
  const { t } = useTranslation();
  const family = useFamily();
  return {
    title: t('models.emptyTitle'),
    text: t(`families.${family}.intro`),
    actions: addButton,
    steps: [
      { title: t('models.step1Title'), text: t(`families.${family}.steps.name`) },
      { title: t(`families.${family}.steps.dataTitle`), text: t(`families.${family}.steps.data`) },
      { title: t(`families.${family}.steps.useTitle`), text: t(`families.${family}.steps.use`) },
    ],
  };
};

function ModelTable({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const go = useGo();
  const project = useProject(projectId);
  const family = useFamily();
  const title = useModelsTitle();
  const goToModel = useGoToModel();
  const find = useFindScene();
  const projects = find('ProjectList');
  // a list of projects below the same entry of the menu has no way to it: the chosen one is managed here
  const hasOwnList = projects !== undefined && projects.entry !== find('ModelList')?.entry;
  const columns = useColumns();
  const [edited, setEdited] = useState<Model | null>(null);
  const remove = useDelete({
    preview: 'modelDeletePreview',
    remove: 'modelDelete',
    invalidates: ['modelList', 'projectList', 'versionList', 'onlineList', 'taskList'],
  });
  const add = () => go('ModelAdd', projectId > 0 ? { projectId } : {});
  const allowed = useAllowed();
  const noProject = useNoProject('modelAdd', { hasAdd: true });
  const addButton = (size: 'middle' | 'large') => (
    <MayButton
      route="modelAdd"
      projectId={projectId || null}
      reason={projectId > 0 ? null : noProject}
      type="primary"
      size={size}
      icon={<PlusOutlined />}
      onClick={add}
    >
      {t('models.add')}
    </MayButton>
  );
  return (
    <>
      <ListPage
        title={project ? t('models.ofProject', { project: project.name }) : title}
        crumbs={
          project ? [{ text: title, screen: 'ModelList', search: {} }, { text: project.name }] : [{ text: title }]
        }
        tools={hasOwnList ? null : <ProjectTools project={project} />}
        extra={addButton('middle')}
        name="modelList"
        fixed={{ family }}
        filters={[
          { kind: 'text', key: 'name', placeholder: t('models.searchName') },
          {
            kind: 'own',
            key: 'projectId',
            placeholder: t('models.allProjects'),
            field: ProjectFilter,
            number: true,
            scope: true,
          },
        ]}
        columns={columns}
        rowActions={(m) =>
          allowed(m.projectId, [
            {
              key: 'train',
              route: 'trainAdd',
              text: t('models.train'),
              onClick: () => go('AddSet', { modelId: m.id }),
            },
            { key: 'open', text: t('models.open'), onClick: () => goToModel(m.id, 'home') },
            { key: 'edit', route: 'modelUpdate', text: t('ui.edit'), onClick: () => setEdited(m) },
            { key: 'delete', route: 'modelDelete', text: t('ui.delete'), danger: true, onClick: () => remove(m.id) },
          ])
        }
        empty={useEmpty(addButton('large'))}
      />
      <ModelEdit model={edited} onClose={() => setEdited(null)} />
    </>
  );
}

export function ModelListPage({ slots }: { slots: ModelSlots }) {
  const [{ id, projectId }] = useUrlState(ListSearch);
  return id > 0 ? <ModelDetail id={id} slots={slots} /> : <ModelTable projectId={projectId} />;
}
