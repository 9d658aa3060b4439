/** The chosen image of a result: heat map, drawn defects, what became of it, and the way to the next. */
import { api, queryUrl, type TestImageDetail } from '@loupe/contract';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { HeatView } from '../../../predictions/scoremap/HeatView.tsx';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { Card } from '../../../ui/Page.tsx';
import type { OverlayShape } from '../../../ui/ImageView.tsx';
import { StatusTag, ToneTag } from '../../../ui/StatusTag.tsx';
import { useAhead, useArrows } from '../shared/Browse.tsx';
import { Steps } from '../shared/Steps.tsx';
import { ToWorkbench } from '../shared/ToWorkbench.tsx';
import { outcomeOf, verdictAt, type Outcome } from './logic.ts';
import styles from './scores.module.css';
import type { Scores } from './use-scores.ts';

const tones: { readonly [O in Outcome]: 'ok' | 'bad' | 'warn' } = {
  right: 'ok',
  missed: 'bad',
  refused: 'bad',
  review: 'warn',
};
/** Light, so that an outline shows on heat and on metal. */
const outline = '#f5f7fa';

const outlinesOf = ({ truths }: TestImageDetail): OverlayShape[] =>
  truths
    .filter(({ ignore }) => !ignore)
    .map(({ kind, points, parts }, i) => ({ key: `t${i}`, kind, points, parts, color: outline, bare: true }));

function Shown({ scores, detail, steps }: { scores: Scores; detail: TestImageDetail; steps: ReactNode }) {
  const { t } = useTranslation();
  const { image, prediction } = detail;
  if (prediction.type !== 'scoremap') return null;
  return (
    <HeatView
      src={queryUrl(api.imageFile, { id: image.id })}
      width={image.width}
      height={image.height}
      heat={prediction.heat}
      threshold={scores.zone.ng}
      shapes={outlinesOf(detail)}
      caption={`${image.name}${image.deleted ? ` · ${t('results.deleted')}` : ''}`}
      steps={steps}
    />
  );
}

export function ScoreImage({ scores, index, onStep }: { scores: Scores; index: number; onStep: (by: 1 | -1) => void }) {
  const { t } = useTranslation();
  const { task, prepared, zone, lists, state } = scores;
  const known = prepared.images.find(({ imageId }) => imageId === state.imageId);
  // An image that left the list stays on the screen: its list is behind a handle that is just being moved.
  const place = lists.list[Math.max(0, index)];
  const image = known ?? (place === undefined ? undefined : prepared.images[place]);
  const imageId = image?.imageId ?? 0;
  const detail = useApi('testImage', { taskId: task.id, imageId }, { enabled: imageId > 0, silent: true });
  const near = [index + 1, index - 1].map((i) => prepared.images[lists.list[i] ?? -1]?.imageId ?? 0);
  useAhead(String(task.id), near.join(' '));
  useArrows(onStep);
  if (!image) {
    return (
      <Card className={styles.image}>
        <EmptyState small title={t('results.emptyTitle')} text={t('scores.emptyText')} />
      </Card>
    );
  }
  const outcome = outcomeOf(image, zone);
  const verdict = { ok: 'OK', review: 'review', ng: 'NG' } as const;
  const steps = <Steps index={index} total={lists.list.length} onStep={onStep} />;
  return (
    <section className={`card ${styles.image}`}>
      <header className={styles.imageTop}>
        <ToneTag tone={tones[outcome]}>{t(`scores.outcomes.${outcome}`)}</ToneTag>
        <span className="second">
          {t('ui.truth')} <b>{image.ng ? 'NG' : 'OK'}</b> · {t('scores.judged')}
        </span>
        <StatusTag state={verdict[verdictAt(image.score, zone)]} />
        <span className={`${styles.end} num`}>
          {t('tasks.score')} <b>{image.score.toFixed(3)}</b>
        </span>
        {detail.data ? <ToWorkbench detail={detail.data} /> : null}
      </header>
      {detail.data ? (
        <Shown scores={scores} detail={detail.data} steps={steps} />
      ) : detail.error ? (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <Skeleton.Node active style={{ width: '100%', height: 320 }} />
      )}
    </section>
  );
}
