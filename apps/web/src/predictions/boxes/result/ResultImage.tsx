/** One tested image: truth solid, prediction dashed, what became of each, and the way to the next image. */
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { api, queryUrl, type TestImageDetail } from '@loupe/contract';
import { Alert } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatScore } from '../../../core/format.ts';
import { compareImage, type Finding, type FindingKind } from '../compare.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ImageView, type OverlayShape } from '../../../ui/ImageView.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import { ToWorkbench } from '../../shared/ToWorkbench.tsx';
import { Steps } from '../../shared/Steps.tsx';
import table from '../../shared/table.module.css';
import { areaText, isSmall, lengthText, type SizeRules } from '../../masks/sizes.ts';
import type { Now } from './use-result.ts';
import { unseenOf } from './unseen.ts';
import styles from './result.module.css';

export type ShownSide = 'truth' | 'prediction' | 'both';

const icons: { readonly [K in FindingKind]: ReactNode } = {
  missed: <CloseCircleFilled />,
  false: <CloseCircleFilled />,
  confused: <ExclamationCircleFilled />,
  hit: <CheckCircleFilled />,
  ignored: <MinusCircleOutlined />,
};

/** The label of a finding; of a confusion what it is, and what it was taken for. */
function Labels({ finding: { truth, prediction } }: { finding: Finding }) {
  if (truth && prediction && truth.name !== prediction.name) {
    return (
      <>
        <LabelTag {...truth} /> → <LabelTag {...prediction} />
      </>
    );
  }
  const one = truth ?? prediction;
  return one ? <LabelTag {...one} /> : '–';
}

const intoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

/** Area and length of a predicted mask; what is too small to decide is marked. */
function Sizes({ finding: { measures, prediction }, rules }: { finding: Finding; rules: SizeRules }) {
  const { t } = useTranslation();
  const small = measures && prediction && isSmall(rules, prediction.name, measures);
  if (!measures) return <td className={table.number}>–</td>;
  return (
    <td className={table.number}>
      <div>{areaText(measures.area, rules.mmPerPixel, t)}</div>
      <div>{lengthText(measures.length, rules.mmPerPixel, t)}</div>
      {small ? <div className="hint">{t('masks.small')}</div> : null}
    </td>
  );
}

/** `current`: the finding that one comes back to. */
function Findings(props: {
  detail: TestImageDetail;
  findings: readonly Finding[];
  current: string;
  rules: SizeRules | null;
}) {
  const { detail, findings, current, rules } = props;
  const { t } = useTranslation();
  if (findings.length === 0) {
    return (
      <EmptyState
        small
        title={t('tasks.nothingTitle')}
        text={t('tasks.nothingText')}
        actions={<ToWorkbench detail={detail} />}
      />
    );
  }
  return (
    <table className={`${table.table} ${styles.findings}`}>
      <thead>
        <tr>
          <th>{t('tasks.finding')}</th>
          <th>{t('tasks.label')}</th>
          <th className={table.number}>{t('tasks.score')}</th>
          <th className={table.number}>IoU</th>
          {rules ? (
            <th className={table.number}>{t('masks.size')}</th>
          ) : (
            <th className={table.number}>{t('tasks.sizePx')}</th>
          )}
          <th className={table.number}>
            <span className="sr-only">{t('results.toWorkbench')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {findings.map((f) => (
          <tr key={f.key} ref={f.key === current ? intoView : null} aria-selected={f.key === current}>
            <td data-kind={f.kind}>
              <b>
                {icons[f.kind]} {t(`tasks.findings.${f.kind}`)}
              </b>
            </td>
            <td>
              <Labels finding={f} />
            </td>
            <td className={table.number}>{f.score === null ? '–' : formatScore(f.score)}</td>
            <td className={table.number}>{f.iou === null ? '–' : f.iou.toFixed(2)}</td>
            {rules ? (
              <Sizes finding={f} rules={rules} />
            ) : (
              <td className={table.number}>
                {Math.round(f.width)} × {Math.round(f.height)}
              </td>
            )}
            <td className={table.number}>
              <ToWorkbench detail={detail} place={f.box} back={{ finding: f.key }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Unseen({ detail }: { detail: TestImageDetail }) {
  const { t } = useTranslation();
  const text = unseenOf(detail, t);
  return text === '' ? null : <Alert type="warning" showIcon title={text} />;
}

export type Layers = ReadonlySet<FindingKind>;

const tones: Partial<Record<FindingKind, 'bad' | 'faint'>> = {
  missed: 'bad',
  false: 'bad',
  confused: 'bad',
  ignored: 'faint',
};

/** Prediction lies below truth; what is wrong lies above both, edged in red, with its text on its label's colour. */
const useOverlay = (compared: ReturnType<typeof compareImage>, side: ShownSide, layers: Layers): OverlayShape[] => {
  const { t } = useTranslation();
  const toned = (finding: FindingKind) => (tones[finding] ? { tone: tones[finding] } : {});
  const truths = compared.truths.flatMap(({ finding, text, ...shape }): OverlayShape[] => {
    if (!layers.has(finding)) return [];
    if (finding === 'missed') {
      return [{ ...shape, ...toned(finding), text: t('tasks.missedLabel', { label: text }), strong: true }];
    }
    // Where its prediction says the label, a second text would only cover it.
    return [{ ...shape, ...toned(finding), ...(side === 'truth' && text ? { text } : {}) }];
  });
  const predictions = compared.predictions.flatMap(({ finding, text, ...shape }): OverlayShape[] => {
    if (!layers.has(finding)) return [];
    const word = { false: 'tasks.falseLabel', confused: 'results.confusedLabel' } as const;
    if (finding === 'false' || finding === 'confused') {
      return [{ ...shape, ...toned(finding), text: t(word[finding], { label: text }), strong: true }];
    }
    return [{ ...shape, ...toned(finding), ...(text ? { text } : {}) }];
  });
  const shown = [...(side === 'truth' ? [] : predictions), ...(side === 'prediction' ? [] : truths)];
  return shown.toSorted((a, b) => (a.tone === 'bad' ? 1 : 0) - (b.tone === 'bad' ? 1 : 0));
};

/** Which image it is. */
export const imageCaption = ({ image }: TestImageDetail, t: TFunction): string =>
  `${image.name} · ${image.width} × ${image.height}${image.deleted ? ` · ${t('results.deleted')}` : ''}`;

export function ResultImage(props: {
  detail: TestImageDetail;
  thresholds: Pick<Now, 'confidence' | 'byLabel' | 'iou' | 'rules'>;
  side: ShownSide;
  layers: Layers;
  /** Where two stand side by side: which this one is. What else is said of the image stands beside both. */
  title?: string;
  /** Over the image, at its foot. */
  tools?: ReactNode;
  /** Key of the finding that one comes back to. */
  finding?: string;
  steps?: { index: number; total: number; onStep: (by: 1 | -1) => void };
}) {
  const { detail, thresholds, side, layers, title, tools, finding = '', steps } = props;
  const { t } = useTranslation();
  const { confidence, byLabel, iou } = thresholds;
  const compared = useMemo(
    () => compareImage(detail, { confidence, ...(byLabel && { byLabel }), iou }),
    [detail, confidence, byLabel, iou],
  );
  const shapes = useOverlay(compared, side, layers);
  const { image } = detail;
  return (
    <div className={styles.centre} data-spread={title === undefined}>
      <div className={styles.view}>
        {title === undefined ? <Unseen detail={detail} /> : null}
        <div className={styles.frame}>
          <ImageView
            src={queryUrl(api.imageFile, { id: image.id })}
            preview={queryUrl(api.imageThumb, { id: image.id })}
            width={image.width}
            height={image.height}
            shapes={shapes}
            legend
            zoomable
            margin={10}
            caption={title ?? imageCaption(detail, t)}
          />
        </div>
        {tools || steps ? (
          <div className={styles.foot}>
            {tools ? <div className={styles.tools}>{tools}</div> : null}
            {steps ? <Steps {...steps} /> : null}
          </div>
        ) : null}
      </div>
      {title ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <section className={`card ${styles.findingRoom}`} aria-label={t('tasks.finding')} tabIndex={0}>
          <Findings detail={detail} findings={compared.findings} current={finding} rules={thresholds.rules} />
        </section>
      )}
    </div>
  );
}
