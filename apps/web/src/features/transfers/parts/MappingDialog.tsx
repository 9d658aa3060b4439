/** The annotations that were found in an upload: where each class goes, and what the import will make of it. */
import { InfoCircleOutlined } from '@ant-design/icons';
import {
  importFormats,
  palette,
  type AnnotationFormat,
  type Dataset,
  type FolderPlan,
  type Inspection,
  type Label,
  type Upload,
} from '@loupe/contract';
import { Button, Checkbox, ColorPicker, Select, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { nameOfSet } from '../../../core/label-name.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { nameFault, nameFaultText, shortName } from '../../../ui/name-rule.ts';
import { NameField } from '../../../ui/NameField.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import { mappingStore } from './ask.ts';
import { firstRows, isFaulty, mappingOf, noteOf, outcomeOf, type MappingRow } from './mapping.ts';
import { PlanChoice } from './PlanChoice.tsx';
import { ProblemList } from './ProblemList.tsx';
import styles from './transfers.module.css';

const formatName = (format: AnnotationFormat, text: ReturnType<typeof useText>): string =>
  format === 'none' ? '' : text(importFormats[format].name);

const close = (): void => mappingStore.set(null);
const pageSize = 50;
/** More rows than these scroll. */
const rowsInSight = 6;

function Target(props: { row: MappingRow; labels: readonly Label[]; onChange: (next: Partial<MappingRow>) => void }) {
  const { row, labels, onChange } = props;
  const { t } = useTranslation();
  return (
    <Select
      className={styles.wide!}
      aria-label={t('transfers.targetOf', { name: row.name })}
      showSearch={{ optionFilterProp: 'name' }}
      value={row.to === 'label' ? `label-${row.labelId}` : row.to}
      onChange={(value: string) => {
        if (value === 'new' || value === 'none') onChange({ to: value });
        else onChange({ to: 'label', labelId: Number(value.slice('label-'.length)) });
      }}
      options={[
        { value: 'new', name: t('transfers.toNew'), label: t('transfers.toNew') },
        { value: 'none', name: t('transfers.toNone'), label: t('transfers.toNone') },
        ...labels.map((label) => ({
          value: `label-${label.id}`,
          name: label.name,
          label: <LabelTag name={label.name} color={label.color} />,
        })),
      ]}
    />
  );
}

function NewLabel(props: {
  row: MappingRow;
  rows: readonly MappingRow[];
  labels: readonly Label[];
  onChange: (next: Partial<MappingRow>) => void;
}) {
  const { row, rows, labels, onChange } = props;
  const { t } = useTranslation();
  if (row.to !== 'new') return null;
  const fault = nameFault(row.newName, shortName);
  const note = noteOf(row, rows, labels);
  return (
    <div className={styles.newLabel}>
      <NameField
        rule={shortName}
        aria-label={t('transfers.newNameOf', { name: row.name })}
        value={row.newName}
        status={fault ? 'error' : ''}
        onChange={(newName) => onChange({ newName })}
      />
      <ColorPicker
        value={row.color}
        disabledAlpha
        format="hex"
        presets={[{ label: t('datasets.chooseColor'), colors: [...palette] }]}
        onChangeComplete={(color) => onChange({ color: color.toHexString().toLowerCase().slice(0, 7) })}
      />
      {fault ? <p className={styles.fault}>{nameFaultText(fault, shortName)}</p> : null}
      {note ? (
        <p className={`hint ${styles.nameNote}`}>
          {note.why === 'joins'
            ? t('transfers.joins', { name: note.name })
            : t('transfers.adapted', { max: shortName.max })}
        </p>
      ) : null}
    </div>
  );
}

interface Facts {
  upload: Upload;
  inspection: Inspection;
  dataset: Dataset;
}

/** Of images that lie in one place nothing is left to choose, unless they are held back and the folder is not. */
const hasPlan = ({ directories, purposes }: Inspection): boolean =>
  directories > 1 || (purposes !== undefined && purposes.validation + purposes.test > 0);

const useMapping = ({ upload, inspection, dataset }: Facts) => {
  const [first] = useState(() => firstRows(inspection.classes, dataset.labels));
  const [rows, setRows] = useState(first);
  // what the files say of training and tests is worth more than a plan that was made without knowing it
  const firstPlan = hasPlan(inspection) && inspection.purposes ? 'keep' : upload.folders;
  const [folders, setFolders] = useState<FolderPlan>(firstPlan);
  const [marksEmpty, setMarksEmpty] = useState(true);
  const confirm = useApiMutation('uploadImport', { invalidates: ['uploadList', 'datasetInfo'] });
  return {
    rows,
    folders,
    setFolders,
    marksEmpty,
    setMarksEmpty,
    change: (name: string, next: Partial<MappingRow>) =>
      setRows(rows.map((row) => (row.name === name ? { ...row, ...next } : row))),
    leaveAll: () => setRows(rows.map((row) => ({ ...row, to: 'none' }))),
    isBusy: confirm.isPending,
    isEntered: () => rows !== first || folders !== firstPlan || !marksEmpty,
    start: () => confirm.mutate({ id: upload.id, mapping: mappingOf(rows), folders, marksEmpty }, { onSuccess: close }),
  };
};

/** What the folders have already; before it was looked up, the rule alone. */
function Known({ known, plan, shapes }: { known: Inspection['known']; plan: FolderPlan; shapes: number }) {
  const { t } = useTranslation();
  if (known === undefined) return <p className="hint">{t('transfers.knownImages')}</p>;
  const count = known[plan];
  if (count === 0 && known.isAll) return null;
  return (
    <>
      <p className={styles.there}>
        <InfoCircleOutlined /> {t(known.isAll ? 'transfers.thereAlready' : 'transfers.thereAtLeast', { count })}
      </p>
      {shapes > 0 ? <p className="hint">{t('transfers.shapesThere', { count: shapes })}</p> : null}
    </>
  );
}

interface OutcomeProps extends Omit<Facts, 'upload'> {
  rows: readonly MappingRow[];
  plan: FolderPlan;
}

function Outcome({ rows, inspection, dataset, plan }: OutcomeProps) {
  const { t } = useTranslation();
  const { kept, known, left, newLabels } = outcomeOf(rows, dataset.labels, plan);
  return (
    <>
      <p className={`${styles.outcome} num`}>
        {t(newLabels > 0 ? 'transfers.willImportAdding' : 'transfers.willImport', {
          images: inspection.images - (inspection.known?.[plan] ?? 0),
          shapes: kept,
          labels: newLabels,
        })}
        {left > 0 ? <> · {t('transfers.willLeave', { count: left })}</> : null}
      </p>
      <Known known={inspection.known} plan={plan} shapes={known} />
    </>
  );
}

/** Whether images that the files list without annotations have no defect, or were not looked at, only a person knows. */
function EmptyChoice(props: { count: number; value: boolean; onChange: (next: boolean) => void }) {
  const { count, value, onChange } = props;
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <div className={styles.notice}>
      <Checkbox checked={value} onChange={(event) => onChange(event.target.checked)}>
        {t('transfers.marksEmpty', { count })}
      </Checkbox>
      <p className="hint">{t('transfers.marksEmptyHelp')}</p>
    </div>
  );
}

function Dialog(facts: Facts) {
  const { upload, inspection, dataset } = facts;
  const { t } = useTranslation();
  const text = useText();
  const mapping = useMapping(facts);
  const { rows, folders, setFolders, marksEmpty, setMarksEmpty, change, leaveAll, isBusy, start } = mapping;
  return (
    <DraggableModal
      open
      width={760}
      title={t('transfers.mappingTitle', { name: upload.name })}
      okText={t('transfers.startImport')}
      cancelText={t('transfers.later')}
      okButtonProps={{ disabled: rows.some(isFaulty) }}
      confirmLoading={isBusy}
      onOk={start}
      onCancel={close}
      isEntered={mapping.isEntered}
    >
      <p className="second">
        {t('transfers.mappingText', { format: formatName(inspection.annotations, text), dataset: nameOfSet(dataset) })}
      </p>
      <Table<MappingRow>
        className={styles.mapping!}
        size="small"
        rowKey="name"
        dataSource={rows}
        pagination={rows.length > pageSize ? { pageSize, showSizeChanger: false } : false}
        {...(rows.length > rowsInSight && { scroll: { y: 320 } })}
        columns={[
          {
            key: 'name',
            title: t('transfers.className'),
            width: 170,
            ellipsis: true,
            render: (_, row) => row.name || <span className="hint">{t('transfers.unnamedClass')}</span>,
          },
          {
            key: 'shapes',
            title: t('transfers.classShapes'),
            width: 90,
            align: 'right',
            render: (_, row) => formatCount(row.shapes),
          },
          {
            key: 'to',
            title: t('transfers.classTarget'),
            width: 190,
            render: (_, row) => (
              <Target row={row} labels={dataset.labels} onChange={(next) => change(row.name, next)} />
            ),
          },
          {
            key: 'new',
            title: t('transfers.newLabel'),
            render: (_, row) => (
              <NewLabel row={row} rows={rows} labels={dataset.labels} onChange={(next) => change(row.name, next)} />
            ),
          },
        ]}
      />
      <Button type="link" size="small" onClick={leaveAll}>
        {t('transfers.leaveAll')}
      </Button>
      {hasPlan(inspection) ? (
        <>
          <PlanChoice folderName={upload.folderName} value={folders} onChange={setFolders} />
          {inspection.purposes ? <p className="hint">{t('transfers.purposes', inspection.purposes)}</p> : null}
        </>
      ) : null}
      <EmptyChoice count={inspection.emptyImages ?? 0} value={marksEmpty} onChange={setMarksEmpty} />
      <Outcome rows={rows} inspection={inspection} dataset={dataset} plan={folders} />
      <ProblemList problems={inspection.problems} />
      {inspection.moreProblems > 0 ? (
        <p className="hint">{t('transfers.moreFiles', { count: inspection.moreProblems })}</p>
      ) : null}
    </DraggableModal>
  );
}

function Load({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const info = useApi('uploadInfo', { id: upload.id });
  const dataset = useApi('datasetInfo', { id: upload.datasetId });
  const inspection = info.data?.inspection;
  if (inspection && dataset.data) return <Dialog upload={info.data!} inspection={inspection} dataset={dataset.data} />;
  return (
    <DraggableModal open title={t('transfers.mappingTitle', { name: upload.name })} onCancel={close} footer={null}>
      <Skeleton active title={false} />
    </DraggableModal>
  );
}

export function MappingDialog({ uploads }: { uploads: readonly Upload[] }) {
  const id = useStore(mappingStore);
  const upload = uploads.find((u) => u.id === id && u.state === 'waiting');
  return upload ? <Load key={upload.id} upload={upload} /> : null;
}
