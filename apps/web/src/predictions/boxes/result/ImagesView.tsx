/** Lists of images by what is wrong on them, the chosen one with truth and prediction, and the confusion matrix. */
import { CloseOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findingKinds, type FindingKind } from '../compare.ts';
import { boxList } from '../list.ts';
import { Browse } from '../../shared/Browse.tsx';
import { ListBar } from '../../shared/ListBar.tsx';
import { ConfusionTable } from './ConfusionTable.tsx';
import { SummaryCard } from './FiguresView.tsx';
import { LabelChoice } from './LabelChoice.tsx';
import type { Answer, Loaded } from './question.ts';
import styles from './result.module.css';
import { ResultImage, type ShownSide } from './ResultImage.tsx';
import { browsed } from './browsed.ts';
import type { Result } from './use-result.ts';

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

function Bar({ result, answer }: { result: Result; answer: Answer }) {
  const { t } = useTranslation();
  const { state, change, now, summary } = result;
  const names = [...summary.classes.map(({ label }) => label), t('results.nothing')];
  const show = (patch: Parameters<Result['change']>[0]) => change({ imageId: undefined, ...patch });
  return (
    <ListBar
      list={boxList}
      counts={answer.counts}
      hasZone={now.review !== null}
      show={state.cell ? null : state.show}
      sort={state.sort}
      onShow={(to) => show({ show: to, cell: undefined })}
      onSort={(to) => change({ sort: to }, { replace: true })}
      end={<span className="hint num">{t('results.inList', { count: answer.list.length })}</span>}
    >
      {state.cell ? (
        <Button size="small" icon={<CloseOutlined />} iconPlacement="end" onClick={() => show({ cell: undefined })}>
          {names[state.cell[0]]} → {names[state.cell[1]]}
        </Button>
      ) : (
        <LabelChoice result={result} size="small" onChange={(label) => show({ label })} />
      )}
    </ListBar>
  );
}

export function ImagesView({ result, answer, loaded }: { result: Result; answer: Answer; loaded: Loaded }) {
  const { t } = useTranslation();
  const layers = useLayers();
  const { now, state } = result;
  const isFaults = state.show === 'wrong' && state.label === null && !state.cell;
  return (
    <>
      <Bar result={result} answer={answer} />
      <div className={styles.body}>
        <Browse
          {...browsed(result, answer, loaded, t)}
          none={
            isFaults
              ? { title: t('tasks.noFaultsTitle'), text: t('tasks.noFaultsText') }
              : { title: t('results.emptyTitle'), text: t('results.emptyText') }
          }
        >
          {({ detail, index, total, step }) => (
            <ResultImage
              detail={detail}
              thresholds={now}
              side={layers.side}
              layers={layers.layers}
              tools={<LayerTools {...layers} />}
              finding={detail.image.id === state.imageId ? state.finding : ''}
              steps={{ index, total, onStep: step }}
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
