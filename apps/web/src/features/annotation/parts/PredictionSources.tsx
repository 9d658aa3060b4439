/** Who proposes for the image: which of them is shown, and from which score on. */
import {
  DownOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  RadarChartOutlined,
  RobotOutlined,
  UpOutlined,
} from '@ant-design/icons';
import type { ImageProposals, Label, ProposalSource } from '@loupe/contract';
import { Slider } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatThreshold } from '../../../core/format.ts';
import { useStore } from '../../../core/store.ts';
import { useVersionName } from '../../../core/version-name.ts';
import { useWording } from '../../../core/wording.ts';
import type { Desk } from './desk-types.ts';
import { latestOf, sources, withLimit, type OwnView } from './prediction-facts.ts';
import styles from './predictions.module.css';
import panels from './panels.module.css';

const icons: Readonly<Record<ProposalSource, ReactNode>> = {
  version: <RobotOutlined />,
  similar: <RadarChartOutlined />,
};

function ScoreSlider(props: { name: ReactNode; label: string; value: number; onChange: (value: number) => void }) {
  const { name, label, value, onChange } = props;
  return (
    <div className={panels.slider}>
      {name}
      <Slider
        min={0}
        max={1}
        step={0.01}
        value={value}
        ariaLabelForHandle={label}
        tooltip={{ open: false }}
        onChange={onChange}
      />
      <output className={`${panels.value} num`}>{formatThreshold(value)}</output>
    </div>
  );
}

interface Shown {
  desk: Desk;
  proposals: ImageProposals;
  view: OwnView;
}

/** One for all labels; on demand one for each that is predicted here. `of`: the source, where there are two. */
function Limits({ desk, proposals, view, of }: Shown & { of: string | null }) {
  const { t } = useTranslation();
  const labels = useStore(desk.labels);
  const [isOpen, setOpen] = useState(false);
  const used = useMemo(() => new Set(proposals.items.map(({ labelId }) => labelId)), [proposals]);
  const own = labels.filter(({ id }) => used.has(id) || view.byLabel.has(id));
  const set = (next: OwnView) => desk.setSourceView(proposals.source, next);
  // of candidates that look similar nothing is read
  const words = useWording();
  const wording = proposals.source === 'version' ? words : {};
  const named = (text: string) => (of === null ? text : t('annotation.ofSource', { text, source: of }));
  return (
    <>
      <ScoreSlider
        name={
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            disabled={own.length === 0}
            title={t('annotation.limitsByLabel')}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <UpOutlined /> : <DownOutlined />} {t('annotation.limit', wording)}
          </button>
        }
        label={named(t('annotation.limit', wording))}
        value={view.common}
        onChange={(common) => set({ ...view, common })}
      />
      {isOpen ? (
        <div className={styles.own}>
          {own.map((label: Label) => (
            <ScoreSlider
              key={label.id}
              name={
                <span className={styles.name} title={label.name}>
                  <i className={panels.swatch} style={{ background: label.color }} />
                  <span className="ellipsis">{label.name}</span>
                </span>
              }
              label={named(t('annotation.limitOf', { ...wording, name: label.name }))}
              value={view.byLabel.get(label.id) ?? view.common}
              onChange={(value) => set(withLimit(view, label.id, value))}
            />
          ))}
        </div>
      ) : null}
    </>
  );
}

function SourceRow({ desk, proposals, view, name, count }: Shown & { name: string; count: number }) {
  const { t } = useTranslation();
  const { source } = proposals;
  return (
    <div className={styles.source} data-hidden={view.isHidden}>
      <button
        type="button"
        className={styles.eye}
        aria-pressed={!view.isHidden}
        aria-label={t('annotation.showSource', { name })}
        title={t(view.isHidden ? 'annotation.showSource' : 'annotation.hideSource', { name })}
        onClick={() => desk.setSourceView(source, { ...view, isHidden: !view.isHidden })}
      >
        {view.isHidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
      </button>
      {icons[source]}
      <span className="ellipsis" title={name}>
        {name}
      </span>
      <span className={`${panels.count} num`}>{view.isHidden ? t('annotation.sourceHidden') : count}</span>
    </div>
  );
}

/** What a source is called; `isAlone`: behind the word for predictions. */
export function useSourceName() {
  const { t } = useTranslation();
  const versionName = useVersionName();
  return ({ source, version }: ImageProposals, isAlone = false): string => {
    if (source === 'similar') return t(isAlone ? 'annotation.similarOrigin' : 'annotation.bySimilar');
    return version ? versionName(version.model, version.number) : t('annotation.goneVersion');
  };
}

/** One alone needs no row, unless it is hidden. */
export function PredictionSources({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const nameOf = useSourceName();
  const proposals = useStore(desk.proposals);
  const views = useStore(desk.views);
  const mode = useStore(desk.mode);
  const shown = sources.flatMap((source) => {
    const [latest, view] = [latestOf(proposals, source), views[source]];
    return latest && view ? [{ latest, view, source }] : [];
  });
  const isPlain = shown.length < 2 && !shown.some(({ view }) => view.isHidden);
  const similar = mode?.similarCount ?? 0;
  const counts = { similar, version: (mode?.predictionCount ?? 0) - similar };
  const both = mode?.bothCount ?? 0;
  return (
    <>
      {shown.map(({ latest, view, source }) => {
        const name = nameOf(latest);
        return (
          <div key={source}>
            {isPlain ? null : (
              <SourceRow desk={desk} proposals={latest} view={view} name={name} count={counts[source]} />
            )}
            {view.isHidden || latest.items.length === 0 ? null : (
              <Limits desk={desk} proposals={latest} view={view} of={isPlain ? null : name} />
            )}
          </div>
        );
      })}
      {both > 0 ? <p className={styles.none}>{t('annotation.foundByBoth', { count: both })}</p> : null}
    </>
  );
}
