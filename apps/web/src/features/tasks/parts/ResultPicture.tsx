/** One tested picture: truth solid, prediction dashed, what became of each, and the way to the next picture. */
import {
  CheckCircleFilled,
  CloseCircleFilled,
  LeftOutlined,
  MinusCircleOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { api, queryUrl, type TestPictureDetail } from '@loupe/contract';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { comparePicture, scoreText, type Finding, type FindingKind } from '../../../families/predictions.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PictureView, type OverlayShape } from '../../../ui/PictureView.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import styles from './result.module.css';

export type ShownSide = 'truth' | 'prediction' | 'both';

const icons: { readonly [K in FindingKind]: ReactNode } = {
  missed: <CloseCircleFilled />,
  false: <CloseCircleFilled />,
  hit: <CheckCircleFilled />,
  ignored: <MinusCircleOutlined />,
};

function Findings({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation();
  if (findings.length === 0) {
    return <EmptyState small title={t('tasks.nothingTitle')} text={t('tasks.nothingText')} />;
  }
  return (
    <table className={styles.findings}>
      <thead>
        <tr>
          <th>{t('tasks.finding')}</th>
          <th>{t('tasks.sides.truth')}</th>
          <th>{t('tasks.sides.prediction')}</th>
          <th className={styles.number}>{t('tasks.score')}</th>
          <th className={styles.number}>IoU</th>
          <th className={styles.number}>{t('tasks.sizePx')}</th>
        </tr>
      </thead>
      <tbody>
        {findings.map((f) => (
          <tr key={f.key}>
            <td data-kind={f.kind}>
              <b>
                {icons[f.kind]} {t(`tasks.findings.${f.kind}`)}
              </b>
            </td>
            <td>{f.truth ? <LabelTag {...f.truth} /> : '–'}</td>
            <td>{f.prediction ? <LabelTag {...f.prediction} /> : '–'}</td>
            <td className={styles.number}>{f.score === null ? '–' : scoreText(f.score)}</td>
            <td className={styles.number}>{f.iou === null ? '–' : f.iou.toFixed(2)}</td>
            <td className={styles.number}>
              {Math.round(f.width)} × {Math.round(f.height)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const useOverlay = (compared: ReturnType<typeof comparePicture>, side: ShownSide): OverlayShape[] => {
  const { t } = useTranslation();
  const truths = compared.truths.map(({ finding, text, ...shape }) =>
    finding === 'missed'
      ? { ...shape, text: t('tasks.missedLabel', { label: text }), strong: true }
      : // Where its prediction says the label, a second text would only cover it.
        side === 'truth' && text
        ? { ...shape, text }
        : shape,
  );
  const predictions = compared.predictions.map(({ finding, text, ...shape }) =>
    finding === 'false'
      ? { ...shape, text: t('tasks.falseLabel', { label: text }), strong: true }
      : { ...shape, ...(text ? { text } : {}) },
  );
  return [...(side === 'prediction' ? [] : truths), ...(side === 'truth' ? [] : predictions)];
};

export function ResultPicture(props: {
  detail: TestPictureDetail;
  thresholds: { confidence: number; iou: number };
  side: ShownSide;
  position: number;
  total: number;
  onStep: (by: 1 | -1) => void;
}) {
  const { detail, thresholds, side, position, total, onStep } = props;
  const { t } = useTranslation();
  const { confidence, iou } = thresholds;
  const compared = useMemo(() => comparePicture(detail, { confidence, iou }), [detail, confidence, iou]);
  const shapes = useOverlay(compared, side);
  const { picture } = detail;
  return (
    <div className={styles.centre}>
      <div className={styles.view}>
        <PictureView
          // A new picture starts fitted.
          key={picture.id}
          src={queryUrl(api.pictureFile, { id: picture.id })}
          width={picture.width}
          height={picture.height}
          shapes={shapes}
          legend
          zoomable
          margin={10}
          caption={`${picture.name} · ${picture.width} × ${picture.height}`}
        />
        <div className={styles.steps}>
          <Button
            icon={<LeftOutlined />}
            aria-label={t('tasks.previous')}
            disabled={position <= 1}
            onClick={() => onStep(-1)}
          />
          <span className={`${styles.position} num`}>{t('tasks.position', { n: position, of: total })}</span>
          <Button
            icon={<RightOutlined />}
            aria-label={t('tasks.next')}
            disabled={position >= total}
            onClick={() => onStep(1)}
          />
        </div>
      </div>
      <section className={`card ${styles.findingRoom}`} aria-label={t('tasks.finding')}>
        <Findings findings={compared.findings} />
      </section>
    </div>
  );
}
