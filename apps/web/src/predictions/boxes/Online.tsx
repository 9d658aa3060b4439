/** Objects (boxes or masks) that an online request found: the image with them, and the list of all candidates with their scores. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import {
  api,
  confidencesOf,
  queryUrl,
  type BoxThresholds,
  type MaskThresholds,
  type OnlineAnswer,
} from '@loupe/contract';
import { Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatScore, formatThreshold } from '../../core/format.ts';
import { ImageView } from '../../ui/ImageView.tsx';
import { Card } from '../../ui/Page.tsx';
import { LabelTag } from '../../ui/StatusTag.tsx';
import { captionOf, type Judged, type OnlineView } from '../online-view.ts';
import styles from '../online.module.css';
import { foundOf, predictionShapes, type Found } from './compare.ts';
import { decidingOf } from '../registry.ts';
import { areaText, isSmall, lengthText, sizeRulesOf, type SizeRules } from '../masks/sizes.ts';
import { objectsIn } from '../objects.ts';
import type { Deciding } from '../type.ts';

/** Candidates that are listed; hundreds of weak ones tell nobody anything. */
const listed = 50;

/** From which score on each label counts. */
const fromOf = ({ thresholds, labels }: OnlineAnswer): number[] => confidencesOf(thresholds as BoxThresholds, labels);

/** The rules on sizes that hold; null where there are none of such. */
const rulesOf = ({ prediction, thresholds }: OnlineAnswer): SizeRules | null =>
  prediction.type === 'masks' ? sizeRulesOf(thresholds as MaskThresholds) : null;

const isTooSmall = (rules: SizeRules | null, { name, measures }: Pick<Found, 'name' | 'measures'>): boolean =>
  rules !== null && measures !== null && isSmall(rules, name, measures);

/** Labels with how often each was found at or above its threshold and is large enough to count, most frequent first. */
export const countsOf = (answer: OnlineAnswer): { name: string; count: number }[] => {
  const rules = rulesOf(answer);
  const found = foundOf(objectsIn(answer.prediction), answer.labels, fromOf(answer));
  const counted = found.filter((one) => !one.locates && one.score >= one.from && !isTooSmall(rules, one));
  const groups = [...Map.groupBy(counted, ({ name }) => name)];
  return groups.map(([name, all]) => ({ name, count: all.length })).toSorted((a, b) => b.count - a.count);
};

function ObjectImage({ answer }: Judged) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'overlay' | 'plain'>('overlay');
  const { recordId, width, height, labels } = answer;
  const prediction = objectsIn(answer.prediction);
  return (
    <div className={styles.view}>
      <ImageView
        // A new image starts fitted.
        key={recordId}
        src={queryUrl(api.onlineRecordFile, { id: recordId })}
        width={width}
        height={height}
        shapes={shown === 'overlay' ? predictionShapes(prediction, labels, fromOf(answer)) : []}
        zoomable
        caption={captionOf(answer)}
      />
      <Segmented
        className={styles.shown!}
        size="small"
        value={shown}
        options={[
          { value: 'overlay', label: t('online.overlay') },
          { value: 'plain', label: t('online.plain') },
        ]}
        onChange={setShown}
      />
    </div>
  );
}

/** What came of an object: at or above the threshold of its label, below it, or too small for the rules. */
function Against({ found, rules, own }: { found: Found; rules: SizeRules | null; own: boolean }) {
  const { t } = useTranslation();
  const { score, from } = found;
  const small = isTooSmall(rules, found);
  const above = score >= from;
  const text = above ? (small ? t('masks.small') : t('online.above')) : t('online.below');
  return (
    <>
      {above && !small ? <CloseCircleFilled /> : <CheckCircleFilled />} {text}
      {own ? ` (${formatThreshold(from)})` : null}
    </>
  );
}

function Detections({ answer }: { answer: OnlineAnswer }) {
  const { t } = useTranslation();
  const { confidence, byLabel } = answer.thresholds as BoxThresholds;
  const rules = rulesOf(answer);
  const scale = rules?.mmPerPixel;
  const found = foundOf(objectsIn(answer.prediction), answer.labels, fromOf(answer));
  const [all, parts] = [found.filter((f) => !f.locates), found.filter((f) => f.locates)];
  return (
    <Card
      title={t('online.detections')}
      extra={t('online.detectionCount', { above: all.filter((f) => f.score >= f.from).length, all: all.length })}
    >
      {parts.length > 0 ? (
        <p className={`second ${styles.parts}`}>
          {t('online.parts', { count: parts.length })}
          {parts.map(({ key, name, color, score }) => (
            <LabelTag key={key} name={`${name} ${formatScore(score)}`} color={color} />
          ))}
        </p>
      ) : null}
      {all.length === 0 ? (
        <p className="second">{t('online.noCandidates')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <section className={styles.detectionRoom} aria-label={t('online.detections')} tabIndex={0}>
          <table className={styles.detections}>
            <thead>
              <tr>
                <th>{t('tasks.label')}</th>
                <th className={styles.number}>{t('tasks.score')}</th>
                <th>
                  {byLabel
                    ? t('online.againstOwn')
                    : t('online.againstThreshold', { value: formatThreshold(confidence) })}
                </th>
                {rules ? (
                  <>
                    <th className={styles.number}>{t('masks.area')}</th>
                    <th className={styles.number}>{t('masks.length')}</th>
                  </>
                ) : (
                  <th className={styles.number}>{t('tasks.sizePx')}</th>
                )}
              </tr>
            </thead>
            <tbody>
              {all.slice(0, listed).map((f) => (
                <tr key={f.key} data-above={f.score >= f.from}>
                  <td>
                    <LabelTag name={f.name} color={f.color} />
                  </td>
                  <td className={styles.number}>{formatScore(f.score, f.from)}</td>
                  <td className={styles.against}>
                    <Against found={f} rules={rules} own={byLabel !== undefined} />
                  </td>
                  {f.measures ? (
                    <>
                      <td className={styles.number}>{areaText(f.measures.area, scale, t)}</td>
                      <td className={styles.number}>{lengthText(f.measures.length, scale, t)}</td>
                    </>
                  ) : (
                    <td className={styles.number}>
                      {Math.round(f.width)} × {Math.round(f.height)}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

function ObjectResult(judged: Judged) {
  return (
    <>
      <ObjectImage {...judged} />
      <Detections answer={judged.answer} />
    </>
  );
}

const whyOf = ({ top, ng, review }: Deciding, t: TFunction): string => {
  if (top === null) return t('online.noCandidates');
  if (review === null) return t('online.topScore', { score: formatScore(top, ng), threshold: formatThreshold(ng) });
  return t('scores.scoreAtZone', {
    score: formatScore(top, review, ng),
    review: formatThreshold(review),
    ng: formatThreshold(ng),
  });
};

/** Parts that nothing looked at, or not whole; undefined where there are none. */
function unseenOf({ prediction }: OnlineAnswer, t: TFunction): string | undefined {
  if (prediction.type !== 'boxes') return undefined;
  const { skippedParts = 0, cutParts = 0 } = prediction;
  const parts = [
    ...(skippedParts > 0 ? [t('online.skippedParts', { count: skippedParts })] : []),
    ...(cutParts > 0 ? [t('online.cutParts', { count: cutParts })] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : undefined;
}

export const onlineObjects: OnlineView = {
  Image: ObjectResult,
  words(answer, t) {
    const found = countsOf(answer)
      .map(({ name, count }) => `${name} × ${count}`)
      .join(t('ui.separator'));
    const left = unseenOf(answer, t);
    const texts = {
      OK: t('online.foundNothing'),
      review: left ?? t('scores.foundReview'),
      NG: t('online.found', { found }),
      noPart: t('online.noPart'),
    };
    const why = whyOf(decidingOf(answer), t);
    // without a part there is no score; what nothing looked at is for review however low the scores are
    const byScore = answer.verdict !== 'noPart' && !(answer.verdict === 'review' && left);
    return { found: texts[answer.verdict], byScore, why: left && answer.verdict === 'NG' ? `${why} · ${left}` : why };
  },
};
