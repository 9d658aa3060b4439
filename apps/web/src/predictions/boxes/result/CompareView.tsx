/** Two tests on the same images: figures side by side, what got better and worse, and both predictions of an image. */
import type { TestPeer } from '@loupe/contract';
import { Alert, Button, Skeleton, Slider } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatThreshold } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { FilterChip } from '../../../ui/FilterChip.tsx';
import { Card } from '../../../ui/Page.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import { Browse, type Shown } from '../../shared/Browse.tsx';
import { FigureTable, type FigureRow } from '../../shared/FigureTable.tsx';
import list from '../../shared/list.module.css';
import { Steps } from '../../shared/Steps.tsx';
import { WithPeer } from '../../shared/WithPeer.tsx';
import { LayerTools, useLayers, type LayerState } from './ImagesView.tsx';
import { compareKinds, type Answer, type Comparison, type Loaded } from './question.ts';
import styles from './result.module.css';
import { imageCaption, ResultImage } from './ResultImage.tsx';
import { browsed } from './browsed.ts';
import { unseenOf, unseenOfBoth } from './unseen.ts';
import type { Result } from './use-result.ts';

const rowsOf = (result: Result, { own, other, classes }: Comparison, t: TFunction): FigureRow[] => [
  { key: 'map50', name: 'mAP50', own: own.map50, other: other.map50, better: 'more' },
  { key: 'map', name: 'mAP50–95', own: own.map50_95, other: other.map50_95, better: 'more' },
  { key: 'p', name: t('tasks.precision'), own: own.total.precision, other: other.total.precision, better: 'more' },
  { key: 'r', name: t('tasks.recall'), own: own.total.recall, other: other.total.recall, better: 'more' },
  { key: 'f1', name: 'F1', own: own.total.f1, other: other.total.f1, better: 'more' },
  {
    key: 'ok',
    name: t('results.overkill'),
    own: own.verdict.overkill.share,
    other: other.verdict.overkill.share,
    better: 'less',
  },
  {
    key: 'es',
    name: t('results.escape'),
    own: own.verdict.escape.share,
    other: other.verdict.escape.share,
    better: 'less',
  },
  ...result.summary.classes.map((c, i) => ({
    key: `c${i}`,
    name: <LabelTag name={`${c.label} · AP50`} color={c.color} />,
    own: own.ap50[i] ?? null,
    other: other.ap50[classes[i]!] ?? null,
    better: 'more' as const,
  })),
];

function OtherThreshold({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { state, now, change } = result;
  const [moving, setMoving] = useState<number | null>(null);
  const value = moving ?? state.withConfidence ?? now.confidence;
  return (
    <div className={styles.otherThreshold}>
      <span>{t('results.otherConfidence')}</span>
      <Slider
        min={0.01}
        max={1}
        step={0.01}
        value={value}
        tooltip={{ formatter: null }}
        ariaLabelForHandle={t('results.otherConfidence')}
        onChange={setMoving}
        onChangeComplete={(to) => {
          setMoving(null);
          change({ withConfidence: to }, { replace: true });
        }}
      />
      <b className="num">{formatThreshold(value)}</b>
      {state.withConfidence === undefined ? null : (
        <Button size="small" type="link" onClick={() => change({ withConfidence: undefined }, { replace: true })}>
          {t('results.sameConfidence')}
        </Button>
      )}
    </div>
  );
}

function Both(props: { result: Result; chosen: Shown; layers: LayerState; names: [string, string] }) {
  const { result, chosen, layers, names } = props;
  const { t } = useTranslation();
  const { state, now } = result;
  const other = useApi(
    'testImage',
    { taskId: state.with, imageId: chosen.imageId },
    { keepPrevious: true, silent: true },
  );
  const shared = { side: layers.side, layers: layers.layers };
  const unseen = unseenOfBoth([unseenOf(chosen.detail, t), other.data ? unseenOf(other.data, t) : ''], names);
  return (
    <div className={styles.both}>
      {unseen.length === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          title={unseen.map(({ name, text }) => (
            <div key={name}>
              {name === '' ? null : <b>{name} </b>}
              {text}
            </div>
          ))}
        />
      )}
      <div className={styles.pair}>
        <ResultImage {...shared} detail={chosen.detail} thresholds={now} title={names[0]} />
        {other.data ? (
          <ResultImage
            {...shared}
            detail={other.data}
            thresholds={{ ...now, confidence: state.withConfidence ?? now.confidence }}
            title={names[1]}
          />
        ) : (
          <Skeleton.Node active style={{ width: '100%', height: '100%' }} />
        )}
      </div>
      <div className={styles.foot}>
        <span className="hint num">{imageCaption(chosen.detail, t)}</span>
        <Steps index={chosen.index} total={chosen.total} onStep={chosen.step} />
      </div>
    </div>
  );
}

function Compared(props: { result: Result; answer: Answer; loaded: Loaded; peer: TestPeer }) {
  const { result, answer, loaded, peer } = props;
  const { t } = useTranslation();
  const layers = useLayers();
  const { state, change, task } = result;
  const { comparison } = answer;
  const names: [string, string] = [
    `#${task.id} ${t('models.versionN', { n: task.versionNumber ?? 0 })}`,
    `#${state.with} ${t('models.versionN', { n: peer.versionNumber })}`,
  ];
  if (!comparison) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <>
      <div className={list.bar}>
        {compareKinds.map((kind) => (
          <FilterChip
            key={kind}
            name={t(`results.changes.${kind}`)}
            count={comparison.counts[kind]}
            isOn={state.change === kind}
            onClick={() => change({ change: kind === 'worse' ? undefined : kind, imageId: undefined })}
          />
        ))}
        <span className="hint num">
          {t('results.sharedImages', { count: comparison.shared })}
          {comparison.changed > 0 ? ` · ${t('results.changedTruth', { count: comparison.changed })}` : ''}
        </span>
        <div className={styles.sides}>
          <LayerTools {...layers} />
        </div>
      </div>
      <div className={`${styles.body} ${styles.compared}`}>
        <Browse
          {...browsed(result, answer, loaded, t)}
          otherId={state.with}
          none={{ title: t(`results.noneOf.${state.change}`), text: t('results.noneOf.text') }}
        >
          {(chosen) => <Both result={result} chosen={chosen} layers={layers} names={names} />}
        </Browse>
        <aside className={styles.side}>
          <Card title={t('results.sideBySide')}>
            <OtherThreshold result={result} />
            <FigureTable rows={rowsOf(result, comparison, t)} names={[`#${task.id}`, `#${state.with}`]} />
          </Card>
        </aside>
      </div>
    </>
  );
}

export function CompareView({ result, answer, loaded }: { result: Result; answer: Answer; loaded: Loaded }) {
  const { state, change, task } = result;
  return (
    <WithPeer
      task={task}
      chosen={state.with}
      onChoose={(taskId) => change({ with: taskId, imageId: undefined, withConfidence: undefined })}
    >
      {(peer) => <Compared result={result} answer={answer} loaded={loaded} peer={peer} />}
    </WithPeer>
  );
}
