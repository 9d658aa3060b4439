/** Uploads of a folder: progress, and a reason for each file that was not added. */
import { CloseOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../core/i18n.ts';
import { useStore } from '../../../core/store.ts';
import { StatusTag, ToneTag } from '../../../ui/StatusTag.tsx';
import { ProblemList } from './ProblemList.tsx';
import styles from './pictures.module.css';
import { closeUpload, retryUpload, uploadStore, type UploadBatch } from './uploads.ts';

function Head({ batch }: { batch: UploadBatch }) {
  const { t } = useTranslation();
  const failed = batch.problems.length;
  if (batch.phase === 'sending' || batch.phase === 'checking') {
    return <ToneTag tone="busy">{t('datasets.uploading', { count: batch.files.length })}</ToneTag>;
  }
  if (batch.phase === 'refused') return <ToneTag tone="bad">{t('datasets.uploadRefused')}</ToneTag>;
  if (batch.phase === 'failed') return <ToneTag tone="bad">{t('datasets.uploadFailed')}</ToneTag>;
  if (failed > 0) return <ToneTag tone="warn">{t('datasets.uploadMixed', { added: batch.added, failed })}</ToneTag>;
  return <StatusTag state="completed" text={t('datasets.uploadDone', { added: batch.added })} />;
}

function Batch({ batch }: { batch: UploadBatch }) {
  const { t } = useTranslation();
  const zh = useLocale() === 'zh';
  const isRunning = batch.phase === 'sending' || batch.phase === 'checking';
  return (
    <section className={`card ${styles.batch}`} aria-label={t('datasets.uploads')}>
      <div className={styles.batchHead}>
        <Head batch={batch} />
        {batch.phase === 'checking' ? <span className="second">{t('datasets.checking')}</span> : null}
        {batch.phase === 'refused' ? <span>{zh ? batch.problems[0]?.msg : batch.problems[0]?.en_msg}</span> : null}
        {batch.error ? <span>{batch.error}</span> : null}
        <span style={{ flex: 1 }} />
        {batch.phase === 'failed' ? (
          <Button size="small" onClick={() => retryUpload(batch)}>
            {t('datasets.retryUpload')}
          </Button>
        ) : null}
        {isRunning ? null : (
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('datasets.closeReport')}
            onClick={() => closeUpload(batch.id)}
          />
        )}
      </div>
      {isRunning ? <Progress percent={Math.round(batch.share * 100)} size="small" /> : null}
      {batch.phase === 'refused' ? null : <ProblemList problems={batch.problems} />}
    </section>
  );
}

export function UploadPanel({ folderId }: { folderId: number }) {
  const batches = useStore(uploadStore).filter((b) => b.folderId === folderId);
  return batches.map((batch) => <Batch key={batch.id} batch={batch} />);
}
