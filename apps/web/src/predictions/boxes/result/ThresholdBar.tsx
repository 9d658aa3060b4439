/** Above every view of a result: the thresholds, and the figures that follow from them while they move. */
import { ColumnWidthOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { Button, Popover, Select, Slider, Switch, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatThreshold } from '../../../core/format.ts';
import { ruleWords } from '../../masks/sizes.ts';
import { SizeRulesInput } from '../../masks/SizeRulesInput.tsx';
import styles from './threshold-bar.module.css';
import { figure, shareWords } from '../../shared/texts.ts';
import { byLabelWords } from '../../shared/threshold-words.ts';
import { UseThresholds } from '../../shared/UseThresholds.tsx';
import type { Result } from './use-result.ts';

const iouChoices = [0.33, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const least = 0.01;
const options = { min: least, max: 1, step: 0.01, tooltip: { formatter: null } };

function Handles({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { now, move, rest } = result;
  const { confidence, review } = now;
  return (
    <div className={styles.handles}>
      <div className={styles.handlesTop}>
        <span>{t('tasks.confidence')}</span>
        <b className="num">
          {review === null
            ? formatThreshold(confidence)
            : `${formatThreshold(review)} – ${formatThreshold(confidence)}`}
        </b>
        <label className={styles.grey} title={t('results.greyHelp')}>
          <Switch
            size="small"
            checked={review !== null}
            onChange={(on) => rest({ confidence, review: on ? Math.max(least, +(confidence / 2).toFixed(2)) : null })}
          />
          {t('results.grey')}
        </label>
      </div>
      {review === null ? (
        <Slider
          {...options}
          value={confidence}
          ariaLabelForHandle={t('tasks.confidence')}
          onChange={(to) => move({ confidence: to })}
          onChangeComplete={(to) => rest({ confidence: to, review: null })}
        />
      ) : (
        <Slider
          {...options}
          range
          className={styles.greySlider!}
          value={[review, confidence]}
          ariaLabelForHandle={[t('results.reviewFrom'), t('tasks.confidence')]}
          onChange={([low, high]) => move({ review: low!, confidence: high! })}
          onChangeComplete={([low, high]) => rest({ review: low!, confidence: high! })}
        />
      )}
    </div>
  );
}

/** Where the test has thresholds by label: whether they hold, and what they are. */
function OwnThresholds({ result: { summary, now, change } }: { result: Result }) {
  const { t } = useTranslation();
  const { byLabel } = summary.thresholds;
  if (!byLabel) return null;
  const isOn = now.byLabel !== undefined;
  return (
    <label className={styles.own} title={t('results.byLabelHelp')}>
      <Switch
        size="small"
        checked={isOn}
        onChange={(on) => change({ own: on ? undefined : 'off' }, { replace: true })}
      />
      <span className={styles.ownWords}>
        <span>{t('online.byLabel')}</span>
        {isOn ? (
          <span className="num hint ellipsis" title={byLabelWords(byLabel)}>
            {byLabelWords(byLabel)}
          </span>
        ) : null}
      </span>
    </label>
  );
}

function Figure(props: { name: string; value: string; small?: string | null; help?: string }) {
  return (
    <div title={props.help}>
      <dt>{props.name}</dt>
      <dd className="num">{props.value}</dd>
      {props.small ? <dd className={`${styles.small} num`}>{props.small}</dd> : null}
    </div>
  );
}

/** Rules on the size of objects, while they are set: the figures follow. */
function Rules({ result: { summary, now, change } }: { result: Result }) {
  const { t } = useTranslation();
  if (!now.rules) return null;
  const labels = summary.classes.map(({ label, color }) => ({ name: label, color }));
  const words = ruleWords(now.rules, t);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <SizeRulesInput
          rules={now.rules}
          labels={labels}
          onChange={(rules) => change({ rules: JSON.stringify(rules) }, { replace: true })}
        />
      }
    >
      <Button
        size="small"
        className={styles.rules!}
        icon={<ColumnWidthOutlined />}
        title={words || t('masks.rulesHelp')}
      >
        <span>
          {t('masks.rulesButton')} · {words || t('masks.rulesNone')}
        </span>
      </Button>
    </Popover>
  );
}

export function ThresholdBar({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { task, now, change, explorer, summary } = result;
  const { confidence, iou, review } = now;
  const { answer } = explorer;
  const choices = [...new Set([...iouChoices, summary.thresholds.iou, now.iou])].toSorted((a, b) => a - b);
  const verdict = answer?.verdict;
  const shares = verdict ? { overkill: shareWords(verdict.overkill), escape: shareWords(verdict.escape) } : null;
  return (
    <section data-tour="thresholds" className={`card ${styles.thresholds}`} aria-label={t('tasks.thresholds')}>
      <Handles result={result} />
      <div className={styles.iou}>
        <span>
          {t('tasks.iou')}{' '}
          <Tooltip title={t('tasks.iouHelp')}>
            <InfoCircleOutlined className="hint" />
          </Tooltip>
        </span>
        <Select
          size="small"
          value={now.iou}
          aria-label={t('tasks.iou')}
          options={choices.map((value) => ({ value, label: value.toFixed(2) }))}
          onChange={(iou) => change({ iou }, { replace: true })}
        />
      </div>
      <dl className={styles.live} aria-live="off">
        <Figure name={t('tasks.precision')} value={figure(answer?.total.precision)} />
        <Figure name={t('tasks.recall')} value={figure(answer?.total.recall)} />
        <Figure name="F1" value={figure(answer?.total.f1)} />
        <Figure
          name={t('results.overkill')}
          value={shares?.overkill.main ?? '–'}
          small={shares && (shares.overkill.bounds || t('results.noGood'))}
          help={t('results.overkillHelp')}
        />
        <Figure
          name={t('results.escape')}
          value={shares?.escape.main ?? '–'}
          small={shares && (shares.escape.bounds || t('results.noDefective'))}
          help={t('results.escapeHelp')}
        />
        {now.review !== null && verdict ? (
          <Figure
            name={t('results.review')}
            value={shareWords(verdict.review).main}
            small={shareWords(verdict.review).count}
            help={t('results.reviewHelp')}
          />
        ) : null}
      </dl>
      <OwnThresholds result={result} />
      <Rules result={result} />
      <UseThresholds
        task={task}
        findsNothing={answer?.detections === 0}
        // what a test was made with stays: its boxes were suppressed by it
        thresholds={{
          ...summary.thresholds,
          confidence,
          byLabel: now.byLabel,
          iou,
          review: review ?? undefined,
          ...(now.rules && { mmPerPixel: undefined, ...now.rules }),
        }}
      />
    </section>
  );
}
