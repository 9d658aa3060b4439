/** What lies over the stage: loading, what went wrong, and the reason why nothing can be drawn yet. */
import { LoadingOutlined } from '@ant-design/icons';
import type { Label } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../core/errors.ts';
import { contractText } from '../../../core/i18n.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { useStore } from '../../../core/store.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { AddLabel } from './AddLabel.tsx';
import { isGone } from './desk-sync.ts';
import type { Desk } from './desk-types.ts';
import styles from './workbench.module.css';

/** What it waits for, or just that it loads. */
function Busy({ text = contractText('loading'), isAlone = false }: { text?: string; isAlone?: boolean }) {
  return (
    <output className={styles.busy} data-alone={isAlone}>
      <LoadingOutlined spin /> <span className={styles.busyText}>{text}</span>
    </output>
  );
}

function Trouble({
  title,
  text,
  onRetry,
  whole,
}: {
  title: string;
  text: string;
  onRetry: () => void;
  whole: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className={whole ? styles.cover : styles.note} role="alert">
      <EmptyState
        small
        title={title}
        text={text}
        actions={<Button onClick={onRetry}>{t('annotation.retry')}</Button>}
      />
    </div>
  );
}

/** Nothing can be drawn without a label: the first one is made here, all of them on the page of the data set. */
function NoLabels(props: { datasetId: number; mayAdd: boolean; onAdded: (label: Label) => void }) {
  const { datasetId, mayAdd, onAdded } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.cover}>
      <EmptyState
        title={t('annotation.noLabelsTitle')}
        text={mayAdd ? contractText('dataset.noLabels') : t('annotation.noLabelsAsk')}
        actions={
          <SceneLink screen="FolderList" search={{ id: datasetId }}>
            {t('annotation.toLabels')}
          </SceneLink>
        }
      >
        {mayAdd ? (
          <div className={styles.firstLabel}>
            <AddLabel datasetId={datasetId} labels={[]} onAdded={onAdded} />
          </div>
        ) : null}
      </EmptyState>
    </div>
  );
}

export function StageCover({ desk, mayAdd }: { desk: Desk; mayAdd: boolean }) {
  const { t } = useTranslation();
  const phase = useStore(desk.phase);
  const image = useStore(desk.image)?.image;
  const labels = useStore(desk.labels);
  const isPreLabeling = useStore(desk.isPreLabeling);
  // Where no image stands yet its place says so; one that is still there is not covered.
  if (phase.kind === 'loading') return <Busy isAlone={!image} />;
  if (phase.kind === 'failed') {
    const [title, text] = isGone(phase.error)
      ? [t('annotation.goneTitle'), t('annotation.goneText')]
      : [t('annotation.failedTitle'), errorText(phase.error)];
    return <Trouble whole title={title} text={text} onRetry={desk.retry} />;
  }
  // Images of a model need no labels: good ones are only looked at.
  if (image && image.part === null && labels.length === 0 && (mayAdd || desk.mayAnnotate.get())) {
    return (
      <NoLabels
        datasetId={image.datasetId}
        mayAdd={mayAdd}
        onAdded={(label) => {
          desk.addLabel(label);
          desk.focus();
        }}
      />
    );
  }
  if (isPreLabeling) return <Busy text={contractText('prelabel.inProgress')} />;
  if (phase.pixels === 'loading') return <Busy text={t('annotation.pixelsLoading')} />;
  if (phase.pixels === 'ready') return null;
  return (
    <Trouble
      whole={false}
      title={t('annotation.pixelsFailedTitle')}
      text={t('annotation.pixelsFailedText')}
      onRetry={desk.retry}
    />
  );
}
