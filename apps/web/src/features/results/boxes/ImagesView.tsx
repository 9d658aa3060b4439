/** Lists of images by what is wrong on them, the chosen one with truth and prediction, and the confusion matrix. */
import { CloseOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findingKinds, type FindingKind } from '../../../predictions/boxes/compare.ts';
import { Browse } from '../shared/Browse.tsx';
import { ConfusionTable } from './ConfusionTable.tsx';
import { SummaryCard } from './FiguresView.tsx';
import type { Answer, Loaded } from './question.ts';
import { listKinds } from './question.ts';
import styles from './result.module.css';
import { ResultImage, type ShownSide } from './ResultImage.tsx';
import type { Result } from './use-result.ts';
import { FilterChip } from '../../../ui/FilterChip.tsx';

const layerKinds: readonly FindingKind[] = ['hit', 'missed', 'false', 'confused'];

/** Which findings are drawn, and what their lines mean. */
function LayerButtons(props: { layers: ReadonlySet<FindingKind>; onChange: (next: ReadonlySet<FindingKind>) => void }) {
  const { t } = useTranslation();
  const { layers, onChange } = props;
  return (
    <fieldset className={styles.layers} aria-label={t('results.layers')}>
      {layerKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          data-kind={kind}
          aria-pressed={layers.has(kind)}
          onClick={() => {
            const next = new Set(layers);
            if (!next.delete(kind)) next.add(kind);
            onChange(next);
          }}
        >
          <i aria-hidden="true" />
          {t(`tasks.findings.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}

export const useLayers = () => {
  const [layers, setLayers] = useState<ReadonlySet<FindingKind>>(new Set(findingKinds));
  const [side, setSide] = useState<ShownSide>('both');
  return { layers, setLayers, side, setSide };
};
export type LayerState = ReturnType<typeof useLayers>;

/** Which sides and which findings are drawn. */
export function LayerTools({ layers, setLayers, side, setSide }: LayerState) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        size="small"
        value={side}
        options={(['truth', 'prediction', 'both'] as const).map((value) => ({
          value,
          label: t(`tasks.sides.${value}`),
        }))}
        onChange={setSide}
      />
      <LayerButtons layers={layers} onChange={setLayers} />
    </>
  );
}

function Chips({ result, answer }: { result: Result; answer: Answer }) {
  const { t } = useTranslation();
  const { state, change, now, summary } = result;
  const names = [...summary.classes.map(({ label }) => label), t('results.nothing')];
  const kinds = listKinds.filter((kind) => kind !== 'grey' || now.review !== null);
  const show = (patch: Parameters<Result['change']>[0]) => change({ imageId: undefined, ...patch });
  return (
    <>
      {kinds.map((kind) => (
        <FilterChip
          key={kind}
          name={t(`results.lists.${kind}`)}
          count={answer.counts[kind]}
          isOn={state.show === kind && !state.cell}
          onClick={() => show({ show: kind === 'all' ? undefined : kind, cell: undefined })}
        />
      ))}
      {state.cell ? (
        <Button size="small" icon={<CloseOutlined />} iconPlacement="end" onClick={() => show({ cell: undefined })}>
          {names[state.cell[0]]} → {names[state.cell[1]]}
        </Button>
      ) : (
        <Select
          size="small"
          className={styles.labelChoice!}
          value={state.label ?? -1}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('tasks.label')}
          options={[
            { value: -1, label: t('results.allLabels') },
            ...summary.classes.map((c, value) => ({ value, label: c.label })),
          ]}
          onChange={(value) => show({ label: value < 0 ? undefined : value })}
        />
      )}
      <Select
        size="small"
        value={state.sort}
        aria-label={t('results.sort')}
        options={[
          { value: 'worst', label: t('tasks.worstFirst') },
          { value: 'name', label: t('results.byName') },
        ]}
        onChange={(sort) => change({ sort: sort === 'worst' ? undefined : sort }, { replace: true })}
      />
      <span className="hint num">{t('results.inList', { count: answer.list.length })}</span>
    </>
  );
}

export function ImagesView({ result, answer, loaded }: { result: Result; answer: Answer; loaded: Loaded }) {
  const { t } = useTranslation();
  const layers = useLayers();
  const { now, state } = result;
  const isFaults = state.show === 'wrong' && state.label === null && !state.cell;
  return (
    <>
      <div className={styles.bar}>
        <Chips result={result} answer={answer} />
      </div>
      <div className={styles.body}>
        <Browse
          result={result}
          answer={answer}
          loaded={loaded}
          none={
            isFaults
              ? { title: t('tasks.noFaultsTitle'), text: t('tasks.noFaultsText') }
              : { title: t('results.emptyTitle'), text: t('results.emptyText') }
          }
        >
          {({ detail, position, total, step }) => (
            <ResultImage
              detail={detail}
              thresholds={now}
              side={layers.side}
              layers={layers.layers}
              tools={<LayerTools {...layers} />}
              finding={detail.image.id === state.imageId ? state.finding : ''}
              position={position}
              total={total}
              onStep={step}
            />
          )}
        </Browse>
        <aside className={styles.side}>
          <ConfusionTable result={result} />
          <SummaryCard result={result} />
        </aside>
      </div>
    </>
  );
}
