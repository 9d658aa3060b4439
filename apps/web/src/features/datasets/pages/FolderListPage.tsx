/** One data set (`?id=`): its labels and its folders. */
import { ExportOutlined, PlusOutlined, ScissorOutlined, UploadOutlined } from '@ant-design/icons';
import { FolderState, ImagePart, roleOf, type Dataset, type Folder } from '@loupe/contract';
import { Alert, Button } from 'antd';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useAllowed, useMay } from '../../../core/access.ts';
import { formatCount, formatDate } from '../../../core/format.ts';
import { ofImages, useApi } from '../../../core/query.ts';
import { SceneLink, useGo, useScene } from '../../../core/scene.tsx';
import { urlId, useUrlState } from '../../../core/search.ts';
import { ConflictNote } from '../../../ui/ConflictNote.tsx';
import type { EmptyStateProps } from '../../../ui/EmptyState.tsx';
import { FolderState as AnnotationState } from '../../../ui/FolderState.tsx';
import type { ListFilter } from '../../../ui/ListFilters.tsx';
import { MayButton } from '../../../ui/MayButton.tsx';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { PageError } from '../../../ui/PageError.tsx';
import { PageTable, type ListColumn } from '../../../ui/PageTable.tsx';
import { ReviewDue } from '../../../ui/ReviewDue.tsx';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import { useDelete } from '../../../ui/use-delete.tsx';
import { ModelGate, useTrainWith } from '../../models/api.ts';
import { PreannotationBar } from '../../preannotation/api.ts';
import { askUpload, useExport, useMayUpload, useUploadPlace } from '../../transfers/api.ts';
import { FolderForm } from '../parts/FolderForm.tsx';
import { PartFacts } from '../parts/PartFacts.tsx';
import { partCounts } from '../../../ui/part-counts.ts';
import { LabelsCard } from '../parts/LabelsCard.tsx';
import { SetIntro } from '../parts/SetIntro.tsx';
import { SplitDialog } from '../parts/SplitDialog.tsx';
import { useAnnotate } from '../parts/use-annotate.ts';
import { usePreannotate } from '../parts/use-preannotate.tsx';
import { useSetFrame } from '../parts/use-set-frame.tsx';

const IdSearch = z.object({ id: urlId });

/** Where the role of a data set is the truth nobody annotates its images one by one, and folders are not for this or that. */
const ofMarking: ReadonlySet<string> = new Set(['type', 'state', 'annotated']);
/** Where images have parts, each is for training or for tests. */
const ofParts: ReadonlySet<string> = new Set(ImagePart.options);

const useColumns = (dataset: Dataset): ListColumn<Folder>[] => {
  const { t } = useTranslation();
  const columns: ListColumn<Folder>[] = [
    {
      key: 'name',
      title: t('datasets.folderName'),
      sort: 'name',
      // room for one more column
      least: dataset.review ? 200 : 260,
      render: (f) => (
        <SceneLink screen="ImageList" search={{ id: f.id }}>
          {f.name}
        </SceneLink>
      ),
    },
    { key: 'type', title: t('datasets.folderType'), width: 96, render: (f) => t(`datasets.folderTypes.${f.type}`) },
    { key: 'state', title: t('datasets.state'), width: 146, render: (f) => <AnnotationState folder={f} /> },
    {
      key: 'images',
      title: t('datasets.images'),
      sort: 'images',
      number: true,
      width: 100,
      render: (f) => formatCount(f.images),
    },
    {
      key: 'annotated',
      title: t('datasets.annotatedOnly'),
      number: true,
      width: 104,
      render: (f) => formatCount(f.annotated),
    },
    ...(dataset.review === null
      ? []
      : [
          {
            key: 'review',
            title: t('review.column'),
            number: true,
            width: 116,
            render: ({ review }: Folder) =>
              review ? `${formatCount(review.submitted)} / ${formatCount(review.returned)}` : '',
          },
        ]),
    ...ImagePart.options.map((part): ListColumn<Folder> => ({
      key: part,
      title: t(`datasets.parts.${part}`),
      number: true,
      width: 110,
      render: (f) => formatCount(partCounts(f.images, f.testImages)[part]),
    })),
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 120,
      render: (f) => formatDate(f.createdAt),
    },
  ];
  const { truth, hasParts } = roleOf(dataset.family, dataset.role);
  const isHidden = (key: string) => (truth === 'role' && ofMarking.has(key)) || (!hasParts && ofParts.has(key));
  return columns.filter(({ key }) => !isHidden(key));
};

function Facts({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const { truth, hasParts } = roleOf(dataset.family, dataset.role);
  return (
    <>
      {/* nobody chooses a type for the data sets that a model owns */}
      {dataset.modelId === null && truth === 'shapes' ? <span>{t(`datasets.setTypes.${dataset.setType}`)}</span> : null}
      <span className="num">{t('ui.counts.images', { count: dataset.images })}</span>
      {hasParts ? <PartFacts images={dataset.images} testImages={dataset.testImages} /> : null}
      {dataset.review ? (
        <span className="num">
          {t('review.counts', {
            submitted: formatCount(dataset.review.submitted),
            returned: formatCount(dataset.review.returned),
          })}
        </span>
      ) : null}
      <ReviewDue counts={dataset.review} projectId={dataset.projectId} />
      {dataset.referenced ? (
        <ToneTag tone="busy" icon={null}>
          {t('datasets.referenced')}
        </ToneTag>
      ) : null}
    </>
  );
}

function SplitButton({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <MayButton
        route="imageSplit"
        projectId={dataset.projectId}
        icon={<ScissorOutlined />}
        disabled={dataset.images === 0}
        onClick={() => setOpen(true)}
      >
        {t('datasets.splitOpen')}
      </MayButton>
      <SplitDialog dataset={isOpen ? dataset : null} onClose={() => setOpen(false)} />
    </>
  );
}

function Upload(props: { dataset: Dataset; isMain: boolean; size?: 'middle' | 'large' }) {
  const { dataset, isMain, size = 'middle' } = props;
  const datasetId = dataset.id;
  const { t } = useTranslation();
  const mayUpload = useMayUpload(dataset.projectId);
  if (!mayUpload) return null;
  return (
    <Button
      type={isMain ? 'primary' : 'default'}
      size={size}
      icon={<UploadOutlined />}
      onClick={() => askUpload({ sources: [], folder: null, datasetId })}
    >
      {t('transfers.startTitle')}
    </Button>
  );
}

const useFilters = (hasStates: boolean): ListFilter[] => {
  const { t } = useTranslation();
  const state: ListFilter = {
    kind: 'select',
    key: 'state',
    placeholder: t('datasets.allStates'),
    options: FolderState.options.map((value) => ({ value, label: t(`datasets.folderStates.${value}`) })),
  };
  const name: ListFilter = { kind: 'text', key: 'name', placeholder: t('datasets.searchFolder') };
  return hasStates ? [name, state] : [name];
};

/** Whether there is no folder at all, as the list tells it. */
const useBare = () => {
  const [isBare, setBare] = useState(true);
  const onTotal = useCallback((_total: number, bare: boolean) => setBare(bare), []);
  return [isBare, onTotal] as const;
};

const useEmpty = (dataset: Dataset, addButton: ReactNode): EmptyStateProps => {
  const { t } = useTranslation();
  const mayAdd = useMay()('folderAdd', dataset.projectId);
  return {
    title: t('datasets.folderEmptyTitle'),
    text: mayAdd ? t('datasets.folderEmptyText') : '',
    actions: (
      <>
        <Upload dataset={dataset} isMain size="large" />
        {addButton}
      </>
    ),
  };
};

interface ButtonsProps {
  dataset: Dataset;
  training: ReactNode;
  add: ReactNode;
  onExport: ReturnType<typeof useExport>['ask'];
}

function Buttons({ dataset, training, add, onExport }: ButtonsProps) {
  const { t } = useTranslation();
  const { hasParts, intro } = roleOf(dataset.family, dataset.role);
  return (
    <>
      {hasParts ? <SplitButton dataset={dataset} /> : null}
      {training}
      <Button
        icon={<ExportOutlined />}
        disabled={dataset.images === 0}
        onClick={() => onExport({ dataset, folder: null })}
      >
        {t('transfers.export')}
      </Button>
      <Upload dataset={dataset} isMain={intro !== undefined} />
      {add}
    </>
  );
}

const removal = { preview: 'folderDeletePreview', remove: 'folderDelete', invalidates: ofImages } as const;

/** What one should know of the data set before its folders. */
function Notes({ dataset: { id, projectId } }: { dataset: Dataset }) {
  const conflicts = useApi('datasetConflicts', { id }, { silent: true }).data;
  return (
    <>
      <PreannotationBar datasetId={id} projectId={projectId} />
      {conflicts && conflicts.shapes > 0 ? (
        <Alert type="warning" showIcon title={<ConflictNote conflicts={conflicts} />} />
      ) : null}
    </>
  );
}

function Folders({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const go = useGo();
  const annotate = useAnnotate();
  const frame = useSetFrame(dataset);
  const { projectId } = dataset;
  const { truth, intro } = roleOf(dataset.family, dataset.role);
  const columns = useColumns(dataset);
  const training = useTrainWith();
  const proposing = usePreannotate(dataset);
  const may = useMay();
  useUploadPlace(may('uploadAdd', projectId) ? dataset.id : null);
  const allowed = useAllowed();
  const [isBare, onTotal] = useBare();
  const exporting = useExport();
  const [form, setForm] = useState<{ folder: Folder | null } | null>(null);
  const remove = useDelete(removal);
  const addButton = (size: 'middle' | 'large', type: 'primary' | 'default' = intro ? 'default' : 'primary') => (
    <MayButton
      route="folderAdd"
      projectId={projectId}
      type={type}
      size={size}
      icon={<PlusOutlined />}
      onClick={() => setForm({ folder: null })}
    >
      {t('datasets.folderAdd')}
    </MayButton>
  );
  const buttons = { dataset, training: training.button(dataset), add: addButton('middle'), onExport: exporting.ask };
  return (
    <Page
      title={frame.name}
      crumbs={[...frame.crumbs.slice(0, -1), { text: frame.name }]}
      sub={<Facts dataset={dataset} />}
      extra={isBare || (intro && dataset.images === 0) ? null : <Buttons {...buttons} />}
    >
      {frame.tabs}
      <Notes dataset={dataset} />
      {intro ? <SetIntro dataset={dataset} intro={intro} /> : null}
      {truth === 'shapes' ? <LabelsCard dataset={dataset} /> : null}
      <PageTable
        name="folderList"
        fixed={{ datasetId: dataset.id }}
        filters={useFilters(truth === 'shapes')}
        columns={columns}
        onTotal={onTotal}
        // “Annotate”, “Pre-annotate” and the button of more
        actionsWidth={216}
        rowActions={(f) =>
          allowed(projectId, [
            truth === 'role'
              ? { key: 'open', text: t('datasets.openFolder'), onClick: () => go('ImageList', { id: f.id }) }
              : {
                  key: 'annotate',
                  text: t(may('imageOps', projectId) ? 'datasets.annotate' : 'datasets.lookAt'),
                  onClick: () => annotate(dataset, f),
                },
            ...training.action(dataset, f),
            ...proposing.action(f),
            { key: 'export', text: t('transfers.export'), onClick: () => exporting.ask({ dataset, folder: f }) },
            { key: 'edit', route: 'folderUpdate', text: t('ui.edit'), onClick: () => setForm({ folder: f }) },
            { key: 'delete', route: 'folderDelete', text: t('ui.delete'), danger: true, onClick: () => remove(f.id) },
          ])
        }
        empty={useEmpty(dataset, addButton('large', 'default'))}
      />
      <FolderForm
        open={form !== null}
        datasetId={dataset.id}
        folder={form?.folder ?? null}
        onClose={() => setForm(null)}
        onAdded={(folder) => go('ImageList', { id: folder.id })}
      />
      {training.dialog}
      {proposing.dialog}
      {exporting.dialog}
    </Page>
  );
}

function OneSet({ id }: { id: number }) {
  const dataset = useApi('datasetInfo', { id }, { silent: true });
  if (dataset.error)
    return <PageError error={dataset.error} onRetry={() => void dataset.refetch()} back="DatasetList" />;
  if (!dataset.data) return <PageSkeleton />;
  return <Folders key={id} dataset={dataset.data} />;
}

export function FolderListPage() {
  const [{ id }] = useUrlState(IdSearch);
  const role = useScene()?.role;
  if (role === undefined || id > 0) return <OneSet id={id} />;
  return <ModelGate>{(model) => <OneSet id={model.datasets.find((set) => set.role === role)?.id ?? 0} />}</ModelGate>;
}
