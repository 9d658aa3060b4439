/** Data sets, of all projects or of one: open, add, change, see their use, delete. */
import { PlusOutlined } from '@ant-design/icons';
import { SetType, usesText, type Dataset } from '@loupe/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useAllowed } from '../../../core/access.ts';
import { handleError } from '../../../core/errors.ts';
import { formatCount, formatDate } from '../../../core/format.ts';
import { contractText } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { apiQuery, queryClient } from '../../../core/query.ts';
import { SceneLink, useGo } from '../../../core/scene.tsx';
import { urlId, useAsksToAdd, useUrlState } from '../../../core/search.ts';
import type { EmptyStateProps } from '../../../ui/EmptyState.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import { MayButton } from '../../../ui/MayButton.tsx';
import type { ListColumn } from '../../../ui/PageTable.tsx';
import { ReviewDue } from '../../../ui/ReviewDue.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import { useDelete } from '../../../ui/use-delete.tsx';
import { useTrainWith } from '../../models/api.ts';
import { ProjectFilter, ProjectName, useNoProject, useProject } from '../../projects/api.ts';
import { useArchiveWords, useExport } from '../../transfers/api.ts';
import { DatasetAdd, DatasetEdit } from '../parts/DatasetForm.tsx';
import styles from '../parts/images.module.css';
import { UsageDrawer } from '../parts/UsageDrawer.tsx';

const ListSearch = z.object({ projectId: urlId });
/** Labels shown in a row; the others are a number. */
const shownLabels = 2;

const useColumns = (): ListColumn<Dataset>[] => {
  const { t } = useTranslation();
  return [
    {
      key: 'name',
      title: t('ui.name'),
      sort: 'name',
      least: 150,
      render: (d) => (
        <span className={styles.due}>
          <SceneLink screen="FolderList" search={{ id: d.id }}>
            {d.name}
          </SceneLink>
          <ReviewDue counts={d.review} projectId={d.projectId} />
        </span>
      ),
    },
    {
      key: 'project',
      title: t('datasets.project'),
      least: 116,
      render: (d) => <ProjectName id={d.projectId} name={d.projectName} />,
    },
    { key: 'type', title: t('datasets.setType'), least: 142, render: (d) => t(`datasets.setTypes.${d.setType}`) },
    {
      key: 'labels',
      title: t('datasets.labels'),
      width: 176,
      render: (d) => (
        <span style={{ display: 'flex', gap: 12 }} title={d.labels.map((l) => l.name).join(' · ')}>
          {d.labels.slice(0, shownLabels).map((l, i) => (
            // Where there is too little room for both, the first is read whole.
            <span key={l.id} style={{ display: 'flex', minWidth: 0, maxWidth: 110, flexShrink: i }}>
              <LabelTag name={l.name} color={l.color} />
            </span>
          ))}
          {d.labels.length > shownLabels ? <span className="second">+{d.labels.length - shownLabels}</span> : null}
        </span>
      ),
    },
    { key: 'folders', title: t('datasets.folders'), number: true, width: 80, render: (d) => formatCount(d.folders) },
    {
      key: 'annotated',
      title: t('datasets.annotated'),
      number: true,
      width: 112,
      render: (d) => `${formatCount(d.annotated)} / ${formatCount(d.images)}`,
    },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 110,
      render: (d) => formatDate(d.createdAt),
    },
  ];
};

/** A used data set is refused before it is asked about, with what stands in the way. */
const useRemove = (onUsed: (dataset: Dataset) => void): ((dataset: Dataset) => void) => {
  const remove = useDelete({
    preview: 'datasetDeletePreview',
    remove: 'datasetDelete',
    invalidates: ['datasetList', 'projectList', 'projectInfo'],
  });
  const refuse = async (dataset: Dataset) => {
    onUsed(dataset);
    const uses = await queryClient.fetchQuery(apiQuery('datasetUsage', { id: dataset.id }));
    notify.error(contractText('dataset.usedDelete', { uses: usesText(uses) }));
  };
  return (dataset) => (dataset.used ? void refuse(dataset).catch(handleError) : remove(dataset.id));
};

const useEmpty = (addButton: ReactNode): EmptyStateProps => {
  const { t } = useTranslation();
  const archives = useArchiveWords();
  return {
    title: t('datasets.emptyTitle'),
    text: t('datasets.emptyText'),
    actions: addButton,
    steps: [
      { title: t('datasets.step1Title'), text: t('datasets.step1Text') },
      { title: t('datasets.step2Title'), text: t('datasets.step2Text', { archives }) },
      { title: t('datasets.step3Title'), text: t('datasets.step3Text') },
    ],
  };
};

export function DatasetListPage() {
  const { t } = useTranslation();
  const go = useGo();
  const [{ projectId }] = useUrlState(ListSearch);
  const project = useProject(projectId);
  const columns = useColumns();
  const [adding, setAdding] = useState(useAsksToAdd());
  const [edited, setEdited] = useState<Dataset | null>(null);
  const [used, setUsed] = useState<Dataset | null>(null);
  const exporting = useExport();
  const remove = useRemove(setUsed);
  const training = useTrainWith();
  const allowed = useAllowed();
  const noProject = useNoProject('datasetAdd');
  const addButton = (size: 'middle' | 'large') => (
    <MayButton
      route="datasetAdd"
      projectId={projectId || null}
      reason={projectId > 0 ? null : noProject}
      type="primary"
      size={size}
      icon={<PlusOutlined />}
      onClick={() => setAdding(true)}
    >
      {t('datasets.add')}
    </MayButton>
  );
  return (
    <>
      <ListPage
        title={project ? t('datasets.ofProject', { project: project.name }) : t('datasets.title')}
        crumbs={
          project
            ? [{ text: t('projects.title'), screen: 'ProjectList' }, { text: project.name }]
            : [{ text: t('datasets.title') }]
        }
        extra={addButton('middle')}
        name="datasetList"
        filters={[
          { kind: 'text', key: 'name', placeholder: t('datasets.searchName') },
          {
            kind: 'own',
            key: 'projectId',
            placeholder: t('datasets.allProjects'),
            field: ProjectFilter,
            number: true,
            scope: true,
          },
          {
            kind: 'select',
            key: 'setType',
            placeholder: t('datasets.allTypes'),
            options: SetType.options.map((value) => ({ value, label: t(`datasets.setTypes.${value}`) })),
          },
        ]}
        columns={columns}
        rowActions={(d) =>
          allowed(d.projectId, [
            ...training.action(d),
            { key: 'usage', text: t('datasets.usage'), onClick: () => setUsed(d) },
            { key: 'export', text: t('transfers.export'), onClick: () => exporting.ask({ dataset: d, folder: null }) },
            { key: 'edit', route: 'datasetUpdate', text: t('ui.edit'), onClick: () => setEdited(d) },
            { key: 'delete', route: 'datasetDelete', text: t('ui.delete'), danger: true, onClick: () => remove(d) },
          ])
        }
        empty={useEmpty(addButton('large'))}
      />
      <DatasetAdd
        open={adding}
        projectId={projectId}
        onClose={() => setAdding(false)}
        onAdded={(d) => go('FolderList', { id: d.id })}
      />
      <DatasetEdit dataset={edited} onClose={() => setEdited(null)} />
      {training.dialog}
      {exporting.dialog}
      <UsageDrawer dataset={used} onClose={() => setUsed(null)} />
    </>
  );
}
