/** What an import took, and each file that it did not, with its reason. */
import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import type { DuplicateFile, ImportReport, Upload } from '@loupe/contract';
import { Button, Skeleton } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { useApi } from '../../../core/query.ts';
import { useStore } from '../../../core/store.ts';
import { wordingOf } from '../../../core/wording.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { reportStore } from './ask.ts';
import { saveText } from './download.ts';
import { BoxesNotice, ProblemGroups } from './ProblemList.tsx';
import { reportText } from './report-text.ts';
import styles from './transfers.module.css';

const duplicateKey = ({ added, annotated, left }: DuplicateFile) =>
  added
    ? 'transfers.duplicateAdded'
    : annotated
      ? 'transfers.duplicateAnnotated'
      : left
        ? 'transfers.duplicateShapesLeft'
        : 'transfers.duplicateLeft';
const duplicateText = (t: TFunction, one: DuplicateFile): string =>
  t(duplicateKey(one), { ...one, count: one.left ?? 0 });

const close = (): void => reportStore.set(null);

function Duplicates({ report }: { report: ImportReport }) {
  const { t } = useTranslation();
  if (report.duplicates.length === 0) return null;
  return (
    <section>
      <h3 className={styles.label}>{t('transfers.duplicatesTitle')}</h3>
      <ul className={styles.plainList}>
        {report.duplicates.map((d) => (
          <li key={d.file}>
            <strong>{d.file}</strong> {duplicateText(t, d)}
          </li>
        ))}
      </ul>
      {report.moreDuplicates > 0 ? (
        <p className="hint">{t('transfers.moreFiles', { count: report.moreDuplicates })}</p>
      ) : null}
    </section>
  );
}

function Body({ report, family }: { report: ImportReport; family: Upload['family'] }) {
  const { t } = useTranslation();
  const facts = [
    ['factImages', report.images],
    ...(report.okNg
      ? ([
          ['factOk', report.okNg.ok],
          ['factNg', report.okNg.ng],
        ] as const)
      : []),
    ['factShapes', report.shapes],
    ...(report.annotated > 0 ? [['factAnnotated', report.annotated] as const] : []),
    ...(report.empty > 0 ? [['factEmpty', report.empty] as const] : []),
    ['factLabels', report.labelsAdded],
    ['factFolders', report.foldersAdded],
    ['factDuplicates', report.duplicates.length + report.moreDuplicates],
    ['factSkipped', report.skipped],
    ['factProblems', report.problems.length + report.moreProblems],
  ] as const;
  return (
    <div className={styles.report}>
      <dl className={styles.facts}>
        {facts.map(([key, count]) => (
          <div key={key} data-bad={key === 'factProblems' && count > 0}>
            <dt>{t(`transfers.${key}`, wordingOf(family))}</dt>
            <dd className="num">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <BoxesNotice count={report.boxes} />
      {report.problems.length > 0 ? (
        <section>
          <ProblemGroups problems={report.problems} />
          {report.moreProblems > 0 ? (
            <p className="hint">{t('transfers.moreFiles', { count: report.moreProblems })}</p>
          ) : null}
        </section>
      ) : null}
      <Duplicates report={report} />
    </div>
  );
}

function Dialog({ upload }: { upload: Pick<Upload, 'id' | 'name' | 'family'> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const report = useApi('uploadReport', { id: upload.id }, { silent: true });
  const text = report.data ? reportText(report.data, locale, (one) => duplicateText(t, one)) : '';
  const copy = () => {
    // Only secure pages have a clipboard; the file is there for the others.
    navigator.clipboard.writeText(text).then(
      () => notify.success(t('transfers.copied')),
      () => notify.error(t('ui.notCopied')),
    );
  };
  return (
    <DraggableModal
      open
      width={640}
      title={t('transfers.reportTitle', { name: upload.name })}
      onCancel={close}
      footer={
        <>
          {text === '' ? null : (
            <>
              {window.isSecureContext ? (
                <Button icon={<CopyOutlined />} onClick={copy}>
                  {t('transfers.copyList')}
                </Button>
              ) : null}
              <Button icon={<DownloadOutlined />} onClick={() => saveText(`${upload.name}.txt`, text)}>
                {t('transfers.saveList')}
              </Button>
            </>
          )}
          <Button type="primary" onClick={close}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {report.error ? <ErrorState error={report.error} onRetry={() => void report.refetch()} /> : null}
      {report.data ? (
        <Body report={report.data} family={upload.family} />
      ) : report.error ? null : (
        <Skeleton active title={false} />
      )}
    </DraggableModal>
  );
}

export function ReportDialog({ uploads }: { uploads: readonly Upload[] }) {
  const id = useStore(reportStore);
  const upload = uploads.find((u) => u.id === id);
  return upload ? <Dialog key={upload.id} upload={upload} /> : null;
}
