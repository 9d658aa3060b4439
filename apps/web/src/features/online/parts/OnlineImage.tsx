/** The image that was judged with what was found on it, and the list of all candidates with their scores. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { api, ofType, queryUrl, type OnlineAnswer, type PredictionType } from '@loupe/contract';
import { Segmented } from 'antd';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneOf } from '../../../predictions/registry.ts';
import { foundOf, predictionShapes } from '../../../predictions/boxes/compare.ts';
import { HeatView } from '../../../predictions/scoremap/HeatView.tsx';
import { ImageView } from '../../../ui/ImageView.tsx';
import { Card } from '../../../ui/Page.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import styles from './online.module.css';

/** Candidates that are listed; hundreds of weak ones tell nobody anything. */
const listed = 50;

interface Shown {
  answer: OnlineAnswer;
  fileName: string | undefined;
}
const captionOf = ({ answer: { width, height }, fileName }: Shown): string =>
  `${fileName ? `${fileName} · ` : ''}${width} × ${height}`;

function BoxImage({ answer, fileName }: Shown) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'overlay' | 'plain'>('overlay');
  const { recordId, width, height, labels, thresholds } = answer;
  const prediction = ofType(answer.prediction, 'boxes');
  return (
    <div className={styles.view}>
      <ImageView
        // A new image starts fitted.
        key={recordId}
        src={queryUrl(api.onlineRecordFile, { id: recordId })}
        width={width}
        height={height}
        shapes={shown === 'overlay' ? predictionShapes(prediction, labels, zoneOf(thresholds).ng) : []}
        zoomable
        caption={captionOf({ answer, fileName })}
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

function HeatImage({ answer, fileName }: Shown) {
  const { recordId, width, height, thresholds } = answer;
  const { heat } = ofType(answer.prediction, 'scoremap');
  return (
    <Card>
      <div className={styles.heat}>
        <HeatView
          src={queryUrl(api.onlineRecordFile, { id: recordId })}
          width={width}
          height={height}
          heat={heat}
          threshold={zoneOf(thresholds).ng}
          caption={captionOf({ answer, fileName })}
        />
      </div>
    </Card>
  );
}

function BoxResult(shown: Shown) {
  return (
    <>
      <BoxImage {...shown} />
      <Detections answer={shown.answer} />
    </>
  );
}

const images: { readonly [P in PredictionType]: ComponentType<Shown> } = {
  boxes: BoxResult,
  scoremap: HeatImage,
};

export function OnlineImage(shown: Shown) {
  const Result = images[shown.answer.prediction.type];
  return <Result {...shown} />;
}

function Detections({ answer }: { answer: OnlineAnswer }) {
  const { t } = useTranslation();
  const threshold = zoneOf(answer.thresholds).ng;
  const all = foundOf(ofType(answer.prediction, 'boxes'), answer.labels);
  return (
    <Card
      title={t('online.detections')}
      extra={t('online.detectionCount', { above: all.filter((f) => f.score >= threshold).length, all: all.length })}
    >
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
                <th>{t('online.againstThreshold', { value: threshold.toFixed(3) })}</th>
                <th className={styles.number}>{t('tasks.sizePx')}</th>
              </tr>
            </thead>
            <tbody>
              {all.slice(0, listed).map((f) => (
                <tr key={f.key} data-above={f.score >= threshold}>
                  <td>
                    <LabelTag name={f.name} color={f.color} />
                  </td>
                  <td className={styles.number}>{f.score.toFixed(3)}</td>
                  <td className={styles.against}>
                    {f.score >= threshold ? (
                      <>
                        <CloseCircleFilled /> {t('online.above')}
                      </>
                    ) : (
                      <>
                        <CheckCircleFilled /> {t('online.below')}
                      </>
                    )}
                  </td>
                  <td className={styles.number}>
                    {Math.round(f.width)} × {Math.round(f.height)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}
