/** Texts that an online request found: the image with them, and what they say. */
import { api, queryUrl, type TextThresholds, type Texts } from '@loupe/contract';
import { inReadingOrder } from '@loupe/geometry';
import { isRead } from '@loupe/metrics';
import { useTranslation } from 'react-i18next';
import { formatScore } from '../../core/format.ts';
import { ImageView, type OverlayShape } from '../../ui/ImageView.tsx';
import { Card } from '../../ui/Page.tsx';
import { captionOf, type Judged, type OnlineView } from '../online-view.ts';
import styles from '../online.module.css';
import { asksExpected, ExpectedField } from './ExpectedField.tsx';

/** As one reads them, not by their scores. */
const textsIn = ({ prediction }: Pick<Judged['answer'], 'prediction'>): Texts['items'] =>
  prediction.type === 'texts' ? inReadingOrder(prediction.items, ({ quad }) => quad) : [];

const shapeOf = ({ quad, text }: Texts['items'][number], i: number, color: string): OverlayShape => ({
  key: String(i),
  color,
  kind: 'quad',
  points: quad,
  dashed: true,
  near: true,
  ...(text === null ? {} : { text }),
});

function TextResult({ answer }: Judged) {
  const { t } = useTranslation();
  const found = textsIn(answer);
  const color = answer.labels[0]?.color ?? '#1677ff';
  const isAnyRead = found.some(({ textScore }) => textScore !== null);
  // the other score of a text has another name: the two are never in one column
  const shownScore = ({ score, textScore }: Texts['items'][number]): string => {
    const shown = isAnyRead ? textScore : score;
    return shown === null ? '–' : formatScore(shown);
  };
  const least = (answer.thresholds as TextThresholds).textScore;
  return (
    <>
      <div className={styles.view}>
        <ImageView
          // A new image starts fitted.
          key={answer.recordId}
          src={queryUrl(api.onlineRecordFile, { id: answer.recordId })}
          width={answer.width}
          height={answer.height}
          shapes={found.map((one, i) => shapeOf(one, i, color))}
          zoomable
          caption={captionOf(answer)}
        />
      </div>
      <Card title={t('texts.found', { count: found.length })}>
        {found.length === 0 ? null : (
          <table className={styles.detections}>
            <thead>
              <tr>
                <th>{t('texts.text')}</th>
                <th className={styles.number}>{t(isAnyRead ? 'texts.readingScore' : 'texts.boxScore')}</th>
              </tr>
            </thead>
            <tbody>
              {found.map((one, i) => (
                <tr key={i} data-above={one.textScore === null || one.textScore >= least}>
                  <td>{isRead(one) ? one.text : '–'}</td>
                  <td className={styles.number}>{shownScore(one)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
    </>
  );
}

export const onlineTexts: OnlineView = {
  Ask: ExpectedField,
  call: (thresholds, t) =>
    asksExpected(thresholds) ? { input: { expected: 'LOT-0001' }, help: t('texts.expectedCall') } : null,
  Image: TextResult,
  words(answer, t) {
    const items = textsIn(answer);
    const read = items.filter(isRead).map(({ text }) => text);
    const isChinese = t('texts.language') === 'zh';
    return {
      byScore: false,
      found: read.length > 0 ? read.join(t('ui.separator')) : t('texts.found', { count: items.length }),
      why: (answer.reasons ?? []).map(({ zh, en }) => (isChinese ? zh : en)).join(t('texts.nextReason')),
    };
  },
};
