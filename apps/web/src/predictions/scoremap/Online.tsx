/** The heat map that an online request got, and its score beside the thresholds. */
import { api, ofType, queryUrl, type OnlineAnswer, type ScoreThresholds } from '@loupe/contract';
import { formatScore, formatThreshold } from '../../core/format.ts';
import { Card } from '../../ui/Page.tsx';
import { captionOf, type Judged, type OnlineView } from '../online-view.ts';
import styles from '../online.module.css';
import { HeatView } from './HeatView.tsx';
import { scoremap } from './type.ts';

const zoneOf = ({ thresholds }: OnlineAnswer) => scoremap.zoneOf(thresholds as ScoreThresholds);

function HeatImage({ answer }: Judged) {
  const { recordId, width, height } = answer;
  const { heat } = ofType(answer.prediction, 'scoremap');
  return (
    <Card>
      <div className={styles.heat}>
        <HeatView
          src={queryUrl(api.onlineRecordFile, { id: recordId })}
          width={width}
          height={height}
          heat={heat}
          threshold={zoneOf(answer).ng}
          caption={captionOf(answer)}
        />
      </div>
    </Card>
  );
}

export const onlineScoremap: OnlineView = {
  Image: HeatImage,
  words(answer, t) {
    const { ng, review } = zoneOf(answer);
    const score = ofType(answer.prediction, 'scoremap').score;
    const texts = {
      OK: t('scores.foundOk'),
      review: t('scores.foundReview'),
      NG: t('scores.foundNg'),
      noPart: t('online.noPart'),
    };
    const why =
      review === null
        ? t('scores.scoreAt', { score: formatScore(score, ng), ng: formatThreshold(ng) })
        : t('scores.scoreAtZone', {
            score: formatScore(score, review, ng),
            review: formatThreshold(review),
            ng: formatThreshold(ng),
          });
    return { found: texts[answer.verdict], why };
  },
};
