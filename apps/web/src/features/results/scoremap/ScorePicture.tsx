/** The chosen picture of a result: heat map, drawn defects, what became of it, and the way to the next. */
import { api, queryUrl, type TestPictureDetail } from '@loupe/contract';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { HeatView } from '../../../predictions/scoremap/HeatView.tsx';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { Card } from '../../../ui/Page.tsx';
import type { OverlayShape } from '../../../ui/PictureView.tsx';
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

const outlinesOf = ({ truths }: TestPictureDetail): OverlayShape[] =>
  truths
    .filter(({ ignore }) => !ignore)
    .map(({ kind, points, parts }, i) => ({ key: `t${i}`, kind, points, parts, color: outline, bare: true }));

function Shown({ scores, detail, steps }: { scores: Scores; detail: TestPictureDetail; steps: ReactNode }) {
  const { t } = useTranslation();
  const { picture, prediction } = detail;
  if (prediction.type !== 'scoremap') return null;
  return (
    <HeatView
      src={queryUrl(api.pictureFile, { id: picture.id })}
      width={picture.width}
      height={picture.height}
      heat={prediction.heat}
      threshold={scores.zone.ng}
      shapes={outlinesOf(detail)}
      caption={`${picture.name}${picture.deleted ? ` · ${t('results.deleted')}` : ''}`}
      steps={steps}
    />
  );
}

export function ScorePicture({
  scores,
  index,
  onStep,
}: {
  scores: Scores;
  index: number;
  onStep: (by: 1 | -1) => void;
}) {
  const { t } = useTranslation();
  const { task, prepared, zone, lists, state } = scores;
  const known = prepared.pictures.find(({ imageId }) => imageId === state.imageId);
  // A picture that left the list stays on the screen: its list is behind a handle that is just being moved.
  const place = lists.list[Math.max(0, index)];
  const picture = known ?? (place === undefined ? undefined : prepared.pictures[place]);
  const imageId = picture?.imageId ?? 0;
  const detail = useApi('testPicture', { taskId: task.id, imageId }, { enabled: imageId > 0, silent: true });
  const near = [index + 1, index - 1].map((i) => prepared.pictures[lists.list[i] ?? -1]?.imageId ?? 0);
  useAhead(String(task.id), near.join(' '));
  useArrows(onStep);
  if (!picture) {
    return (
      <Card className={styles.picture}>
        <EmptyState small title={t('results.emptyTitle')} text={t('scores.emptyText')} />
      </Card>
    );
  }
  const outcome = outcomeOf(picture, zone);
  const verdict = { ok: 'OK', review: 'review', ng: 'NG' } as const;
  const steps = <Steps index={index} total={lists.list.length} onStep={onStep} />;
  return (
    <section className={`card ${styles.picture}`}>
      <header className={styles.pictureTop}>
        <ToneTag tone={tones[outcome]}>{t(`scores.outcomes.${outcome}`)}</ToneTag>
        <span className="second">
          {t('ui.truth')} <b>{picture.ng ? 'NG' : 'OK'}</b> · {t('scores.judged')}
        </span>
        <StatusTag state={verdict[verdictAt(picture.score, zone)]} />
        <span className={`${styles.end} num`}>
          {t('tasks.score')} <b>{picture.score.toFixed(3)}</b>
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
