/** Loose images on their way into a folder: progress, and a reason for each file that was not added. */
import { CloseOutlined } from '@ant-design/icons';
import type { Folder } from '@loupe/contract';
import { Button, Progress } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../core/format.ts';
import { useStore } from '../../../core/store.ts';
import { StatusTag, ToneTag } from '../../../ui/StatusTag.tsx';
import { ProblemList } from './ProblemList.tsx';
import { closeLoose, leaveLoose, looseStore, retryLoose, type LooseBatch } from './loose.ts';
import styles from './transfers.module.css';

function Head({ batch }: { batch: LooseBatch }) {
  const { t } = useTranslation();
  const failed = batch.problems.length;
  if (batch.phase === 'sending' || batch.phase === 'checking') {
    return <ToneTag tone="busy">{t('datasets.uploading', { count: batch.files.length })}</ToneTag>;
  }
  if (batch.phase === 'failed') return <ToneTag tone="bad">{t('datasets.uploadFailed')}</ToneTag>;
  if (failed > 0) return <ToneTag tone="warn">{t('datasets.uploadMixed', { added: batch.added, failed })}</ToneTag>;
  return <StatusTag state="completed" text={t('datasets.uploadDone', { added: batch.added })} />;
}

function Batch({ batch }: { batch: LooseBatch }) {
  const { t } = useTranslation();
  const isRunning = batch.phase === 'sending' || batch.phase === 'checking';
  return (
    <section className={`card ${styles.batch}`} aria-label={t('datasets.uploads')}>
      <div className={styles.batchHead}>
        <Head batch={batch} />
        {batch.phase === 'checking' ? <span className="second">{t('datasets.checking')}</span> : null}
        {batch.error ? <span>{batch.error}</span> : null}
        <span style={{ flex: 1 }} />
        {batch.phase === 'failed' ? (
          <Button size="small" onClick={() => retryLoose(batch)}>
            {t('datasets.retryUpload')}
          </Button>
        ) : null}
        {isRunning ? null : (
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('datasets.closeReport')}
            onClick={() => closeLoose(batch.id)}
          />
        )}
      </div>
      {isRunning ? <Progress percent={Math.round(batch.share * 100)} format={formatPercent} size="small" /> : null}
      <ProblemList problems={batch.problems} />
    </section>
  );
}

export function LoosePanel({ folder }: { folder: Pick<Folder, 'id' | 'name'> }) {
  useEffect(() => () => leaveLoose(folder.id), [folder.id]);
  const batches = useStore(looseStore).filter((b) => b.folderId === folder.id);
  return batches.map((batch) => <Batch key={batch.id} batch={batch} />);
}
