/** Loose pictures on their way into a folder: progress, and a reason for each file that was not added. */
import { CloseOutlined } from '@ant-design/icons';
import type { Folder } from '@loupe/contract';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../core/i18n.ts';
import { useStore } from '../../../core/store.ts';
import { StatusTag, ToneTag } from '../../../ui/StatusTag.tsx';
import { ProblemList } from './ProblemList.tsx';
import { askUpload } from './ask.ts';
import { closeLoose, looseStore, retryLoose, type LooseBatch } from './loose.ts';
import { looseSource } from './sources.ts';
import styles from './transfers.module.css';

function Head({ batch }: { batch: LooseBatch }) {
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

function Batch({ batch, folder }: { batch: LooseBatch; folder: Pick<Folder, 'id' | 'name'> }) {
  const { t } = useTranslation();
  const zh = useLocale() === 'zh';
  const isRunning = batch.phase === 'sending' || batch.phase === 'checking';
  const sendAsOne = () => {
    const source = looseSource(t('transfers.looseName', { count: batch.files.length }), batch.files);
    if (source) askUpload({ sources: [source], folder, datasetId: null });
    closeLoose(batch.id);
  };
  return (
    <section className={`card ${styles.batch}`} aria-label={t('datasets.uploads')}>
      <div className={styles.batchHead}>
        <Head batch={batch} />
        {batch.phase === 'checking' ? <span className="second">{t('datasets.checking')}</span> : null}
        {batch.phase === 'refused' ? <span>{zh ? batch.problems[0]?.msg : batch.problems[0]?.en_msg}</span> : null}
        {batch.error ? <span>{batch.error}</span> : null}
        <span style={{ flex: 1 }} />
        {batch.phase === 'refused' ? (
          <Button size="small" type="primary" onClick={sendAsOne}>
            {t('transfers.sendAsOne')}
          </Button>
        ) : null}
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
      {isRunning ? <Progress percent={Math.round(batch.share * 100)} size="small" /> : null}
      {batch.phase === 'refused' ? null : <ProblemList problems={batch.problems} />}
    </section>
  );
}

export function LoosePanel({ folder }: { folder: Pick<Folder, 'id' | 'name'> }) {
  const batches = useStore(looseStore).filter((b) => b.folderId === folder.id);
  return batches.map((batch) => <Batch key={batch.id} batch={batch} folder={folder} />);
}
