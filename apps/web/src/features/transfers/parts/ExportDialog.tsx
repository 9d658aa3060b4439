/** The dialog that exports a data set, or one of its folders: format, what goes into the file, what the format loses. */
import {
  exportFormats,
  families,
  formatsFor,
  isModelFormat,
  lossesOfChoice,
  lossesOfImages,
  type ExportCheck,
  type ExportFormat,
  type FamilyId,
} from '@loupe/contract';
import { Alert, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { nameOfSet } from '../../../core/label-name.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useGo } from '../../../core/scene.tsx';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { RadioCard } from '../../../ui/RadioCard.tsx';
import styles from './transfers.module.css';

/** `folder` null exports all folders. */
export interface ExportSubject {
  dataset: { id: number; name: string; family: FamilyId };
  folder: { id: number; name: string } | null;
}

/** Of so many images or shapes. */
function LossLines({ losses, folders = [] }: { losses: ExportCheck['losses']; folders?: readonly string[] }) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <ul className={styles.losses}>
      {losses.map((loss) => (
        <li key={loss.kind}>
          {text(loss)}{' '}
          <b className="num">
            {t(lossesOfImages.has(loss.kind) ? 'ui.counts.images' : 'ui.counts.shapes', { count: loss.count })}
          </b>
        </li>
      ))}
      {folders.length > 0 ? (
        <li title={folders.join(' · ')}>
          {t('transfers.unmarkedFolders', { names: folders.slice(0, 3).join(' · ') })}{' '}
          <b className="num">{t('ui.counts.folders', { count: folders.length })}</b>
        </li>
      ) : null}
    </ul>
  );
}

/** What the format cannot say, and what no format would have, since it is not annotated. */
function Losses({ check: { losses, unmarkedFolders } }: { check: ExportCheck }) {
  const { t } = useTranslation();
  const ofFormat = losses.filter(({ kind }) => !lossesOfChoice.has(kind));
  const ofChoice = losses.filter(({ kind }) => lossesOfChoice.has(kind));
  return (
    <>
      {ofFormat.length === 0 ? (
        <Alert type="success" showIcon title={t('transfers.lossNone')} />
      ) : (
        <Alert type="warning" showIcon title={t('transfers.lossTitle')} description={<LossLines losses={ofFormat} />} />
      )}
      {ofChoice.length + unmarkedFolders.length > 0 ? (
        <section className={styles.leftOut} aria-label={t('transfers.leftOutTitle')}>
          {t('transfers.leftOutTitle')}
          <LossLines losses={ofChoice} folders={unmarkedFolders} />
        </section>
      ) : null}
    </>
  );
}

function Preview({ check }: { check: ExportCheck }) {
  const { t } = useTranslation();
  const text = useText();
  if (check.blocked) return <Alert type="error" showIcon title={text(check.blocked)} />;
  return (
    <>
      <p className="num">
        {t('transfers.exportHolds', {
          images: check.images,
          shapes: check.shapes,
          folders: check.folders,
        })}
        {check.bytes > 0 ? ` · ${formatBytes(check.bytes)}` : null}
      </p>
      <Losses check={check} />
    </>
  );
}

/** All formats at once, each with what its file is: none hides behind a scroll bar. */
function Formats(props: {
  formats: readonly ExportFormat[];
  chosen: ExportFormat;
  onChoose: (to: ExportFormat) => void;
}) {
  const { formats, chosen, onChoose } = props;
  const text = useText();
  return (
    <div className={styles.formats} role="radiogroup" aria-labelledby="export-format">
      {formats.map((format) => (
        <RadioCard
          key={format}
          name="export-format"
          value={format}
          isOn={format === chosen}
          onChoose={() => onChoose(format)}
        >
          <strong>{text(exportFormats[format].name)}</strong>{' '}
          <span className={`hint ${styles.formatHelp}`}>{text(exportFormats[format].help)}</span>
        </RadioCard>
      ))}
    </div>
  );
}

/** More of them lie in three columns. */
const fewFormats = 4;

function Body({ subject, onClose }: { subject: ExportSubject; onClose: () => void }) {
  const { t } = useTranslation();
  const go = useGo();
  const formats = formatsFor(families[subject.dataset.family]);
  // OK and NG is said by formats of a model; of one folder they would take its other folders too
  const offered = formats.find((one) => subject.folder === null || !isModelFormat(one))!;
  const [format, setFormat] = useState<ExportFormat>(offered);
  const [withImages, setWithImages] = useState(true);
  const input = {
    datasetId: subject.dataset.id,
    ...(subject.folder && !isModelFormat(format) ? { folderIds: [subject.folder.id] } : {}),
    format,
    withImages,
  };
  const check = useApi('exportCheck', input, { silent: true });
  // No message of success: the history, which opens, shows the export, and its end is announced.
  const add = useApiMutation('exportAdd', { invalidates: ['exportList'] });
  const start = () =>
    add.mutate(input, {
      onSuccess: () => {
        onClose();
        go('ExportList');
      },
    });
  return (
    <DraggableModal
      open
      // with several losses its button stays in view on a screen of 768 px
      style={{ top: 24 }}
      width={formats.length > fewFormats ? 800 : 640}
      title={t('transfers.exportTitle', { name: subject.folder?.name ?? nameOfSet(subject.dataset) })}
      okText={t('transfers.exportStart')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: !check.data || check.data.blocked !== null }}
      confirmLoading={add.isPending}
      onOk={start}
      onCancel={onClose}
      isEntered={() => format !== offered || !withImages}
    >
      <div className={styles.form}>
        <h3 className={styles.label} id="export-format">
          {t('transfers.format')}
        </h3>
        <Formats formats={formats} chosen={format} onChoose={setFormat} />
        <h3 className={styles.label} id="export-content">
          {t('transfers.content')}
        </h3>
        <Radio.Group
          aria-labelledby="export-content"
          className={styles.beside!}
          value={withImages}
          onChange={(e) => setWithImages(e.target.value as boolean)}
          options={[
            { value: true, label: t('transfers.withImages') },
            { value: false, label: t('transfers.annotationsOnly') },
          ]}
        />
        <div className={styles.preview} aria-live="polite">
          {check.error ? <ErrorState error={check.error} onRetry={() => void check.refetch()} /> : null}
          {check.data ? (
            <Preview check={check.data} />
          ) : check.error ? null : (
            <Skeleton active title={false} paragraph={{ rows: 2 }} />
          )}
        </div>
      </div>
    </DraggableModal>
  );
}

export function ExportDialog({ subject, onClose }: { subject: ExportSubject | null; onClose: () => void }) {
  return subject ? (
    <Body key={`${subject.dataset.id}-${subject.folder?.id}`} subject={subject} onClose={onClose} />
  ) : null;
}
