/** Beside the picture: the two thresholds, the figures that follow from them, and those of each label. */
import type { TestSummary } from '@loupe/contract';
import { Slider } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { Card } from '../../../ui/Page.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import styles from './result.module.css';

export const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

/** Follows the hand at once (`onMove`), and tells where it came to rest (`onRest`). */
function Threshold(props: {
  label: string;
  help: string;
  value: number;
  max?: number;
  onMove?: (value: number) => void;
  onRest: (value: number) => void;
}) {
  const { label, help, value, onMove, onRest } = props;
  const [moving, setMoving] = useState<number | null>(null);
  return (
    <div className={styles.slider}>
      <div className={styles.sliderTop}>
        <span>{label}</span>
        <b className="num">{(moving ?? value).toFixed(2)}</b>
      </div>
      <Slider
        min={0.01}
        max={props.max ?? 1}
        step={0.01}
        value={moving ?? value}
        ariaLabelForHandle={label}
        tooltip={{ formatter: (v) => (v ?? 0).toFixed(2) }}
        onChange={(next: number) => {
          setMoving(next);
          onMove?.(next);
        }}
        onChangeComplete={(next: number) => {
          setMoving(null);
          onRest(next);
        }}
      />
      <p className="hint">{help}</p>
    </div>
  );
}

export function ThresholdCard(props: {
  confidence: number;
  iou: number;
  onMove: (confidence: number) => void;
  onChange: (change: { confidence?: number; iou?: number }) => void;
  extra?: ReactNode;
}) {
  const { confidence, iou, onMove, onChange, extra } = props;
  const { t } = useTranslation();
  return (
    <Card title={t('tasks.thresholds')} extra={extra}>
      <Threshold
        label={t('tasks.confidence')}
        help={t('tasks.confidenceHelp')}
        value={confidence}
        onMove={onMove}
        onRest={(value) => onChange({ confidence: value })}
      />
      <Threshold
        label={t('tasks.iou')}
        help={t('tasks.iouHelp')}
        value={iou}
        max={0.95}
        onRest={(value) => onChange({ iou: value })}
      />
    </Card>
  );
}

export function SummaryCard({ summary }: { summary: TestSummary }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const main: [string, number | null][] = [
    ['mAP50', summary.map50],
    ['mAP50–95', summary.map50_95],
    ['mAP33', summary.map33],
    [t('tasks.precision'), summary.precision],
    [t('tasks.recall'), summary.recall],
    ['F1', summary.f1],
  ];
  return (
    <Card
      title={t('tasks.figures')}
      extra={summary.seconds === null ? null : t('tasks.modelTime', { time: formatDuration(summary.seconds, locale) })}
    >
      <dl className={styles.figures}>
        {main.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{figure(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        {t('tasks.figuresOf', { truths: formatCount(summary.truths), detections: formatCount(summary.detections) })}
      </p>
    </Card>
  );
}

export function ClassCard({ summary }: { summary: TestSummary }) {
  const { t } = useTranslation();
  return (
    <Card title={t('tasks.byLabel')}>
      <div className={styles.classRoom}>
        <table className={styles.findings}>
          <thead>
            <tr>
              <th>{t('tasks.label')}</th>
              <th className={styles.number} title={t('tasks.truths')}>
                {t('tasks.truthsShort')}
              </th>
              <th className={styles.number}>AP50</th>
              <th className={styles.number} title={t('tasks.precision')}>
                P
              </th>
              <th className={styles.number} title={t('tasks.recall')}>
                R
              </th>
              <th className={styles.number}>F1</th>
            </tr>
          </thead>
          <tbody>
            {summary.classes.map((c) => (
              <tr key={c.label}>
                <td>
                  <LabelTag name={c.label} color={c.color} />
                </td>
                <td className={styles.number}>{formatCount(c.truths)}</td>
                <td className={styles.number}>
                  <b>{figure(c.ap50)}</b>
                </td>
                <td className={styles.number}>{c.precision.toFixed(2)}</td>
                <td className={styles.number}>{c.recall.toFixed(2)}</td>
                <td className={styles.number}>{c.f1.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
