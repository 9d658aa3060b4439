/** Two tests on the same images: figures side by side, what got better and worse, and both predictions of an image. */
import { SwapOutlined } from '@ant-design/icons';
import type { TestPeer } from '@loupe/contract';
import { Button, Select, Skeleton, Slider } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDateTime } from '../../../core/format.ts';
import { useApi } from '../../../core/query.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { Card } from '../../../ui/Page.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import { Browse, type Chosen } from '../shared/Browse.tsx';
import { LayerTools, useLayers, type LayerState } from './ImagesView.tsx';
import { compareKinds, type Answer, type Comparison, type Loaded } from './question.ts';
import styles from './result.module.css';
import { ResultImage } from './ResultImage.tsx';
import { figure } from '../shared/texts.ts';
import type { Result } from './use-result.ts';
import { FilterChip } from '../../../ui/FilterChip.tsx';

/** A difference with its sign; `better` says which way is good. */
function Difference({ own, other, better }: { own: number | null; other: number | null; better: 'more' | 'less' }) {
  if (own === null || other === null) return <>–</>;
  const by = own - other;
  const tone = Math.abs(by) < 5e-4 ? 'same' : by > 0 === (better === 'more') ? 'better' : 'worse';
  return (
    <b className={styles.difference} data-tone={tone}>
      {by > 0 ? '+' : ''}
      {by.toFixed(3)}
    </b>
  );
}

function FigureTable({
  result,
  comparison,
  names,
}: {
  result: Result;
  comparison: Comparison;
  names: [string, string];
}) {
  const { t } = useTranslation();
  const { own, other, classes } = comparison;
  const rows: {
    key: string;
    name: React.ReactNode;
    own: number | null;
    other: number | null;
    better: 'more' | 'less';
  }[] = [
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
  return (
    <table className={styles.findings}>
      <thead>
        <tr>
          <th>{t('tasks.figures')}</th>
          {names.map((name, i) => (
            <th key={i} className={styles.number}>
              {name}
            </th>
          ))}
          <th className={styles.number}>{t('results.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td>{row.name}</td>
            <td className={styles.number}>{figure(row.own)}</td>
            <td className={styles.number}>{figure(row.other)}</td>
            <td className={styles.number}>
              <Difference {...row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
      <b className="num">{value.toFixed(2)}</b>
      {state.withConfidence === undefined ? null : (
        <Button size="small" type="link" onClick={() => change({ withConfidence: undefined }, { replace: true })}>
          {t('results.sameConfidence')}
        </Button>
      )}
    </div>
  );
}

function Both(props: { result: Result; chosen: Chosen; layers: LayerState; names: [string, string] }) {
  const { result, chosen, layers, names } = props;
  const { state, now } = result;
  const other = useApi(
    'testImage',
    { taskId: state.with, imageId: chosen.imageId },
    { keepPrevious: true, silent: true },
  );
  const shared = { side: layers.side, layers: layers.layers };
  return (
    <div className={styles.both}>
      <ResultImage
        {...shared}
        detail={chosen.detail}
        thresholds={now}
        title={names[0]}
        position={chosen.position}
        total={chosen.total}
        onStep={chosen.step}
      />
      {other.data ? (
        <ResultImage
          {...shared}
          detail={other.data}
          thresholds={{ iou: now.iou, confidence: state.withConfidence ?? now.confidence }}
          title={names[1]}
        />
      ) : (
        <Skeleton.Node active style={{ width: '100%', height: '100%' }} />
      )}
    </div>
  );
}

const peerName = (t: (key: string, args?: object) => string, peer: TestPeer): string =>
  `${peer.modelName} · ${t('models.versionN', { n: peer.versionNumber })}`;

function Compared(props: { result: Result; answer: Answer; loaded: Loaded; peer: TestPeer | undefined }) {
  const { result, answer, loaded, peer } = props;
  const { t } = useTranslation();
  const layers = useLayers();
  const { state, change, task } = result;
  const { comparison } = answer;
  const names: [string, string] = [
    `#${task.id} ${t('models.versionN', { n: task.versionNumber ?? 0 })}`,
    `#${state.with} ${peer ? t('models.versionN', { n: peer.versionNumber }) : ''}`,
  ];
  if (!comparison) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <>
      <div className={styles.bar}>
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
      <div className={styles.body}>
        <Browse
          result={result}
          answer={answer}
          loaded={loaded}
          otherId={state.with}
          none={{ title: t(`results.noneOf.${state.change}`), text: t('results.noneOf.text') }}
        >
          {(chosen) => <Both result={result} chosen={chosen} layers={layers} names={names} />}
        </Browse>
        <aside className={styles.side}>
          <Card title={t('results.sideBySide')}>
            <OtherThreshold result={result} />
            <FigureTable result={result} comparison={comparison} names={[`#${task.id}`, `#${state.with}`]} />
          </Card>
        </aside>
      </div>
    </>
  );
}

export function CompareView({ result, answer, loaded }: { result: Result; answer: Answer; loaded: Loaded }) {
  const { t } = useTranslation();
  const { state, change, task } = result;
  const peers = useApi('testPeers', { taskId: task.id }, { silent: true });
  if (peers.error) return <ErrorState error={peers.error} onRetry={() => void peers.refetch()} />;
  if (!peers.data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const peer = peers.data.find(({ taskId }) => taskId === state.with);
  if (peers.data.length === 0 || (state.with > 0 && !peer)) {
    return (
      <section className={`card ${styles.none}`}>
        <EmptyState title={t('results.noPeersTitle')} text={t('results.noPeersText')} />
      </section>
    );
  }
  return (
    <>
      <div className={styles.bar}>
        <SwapOutlined className="hint" />
        <span>{t('results.compareWith')}</span>
        <Select
          className={styles.peer!}
          value={state.with > 0 ? state.with : null}
          placeholder={t('results.choosePeer')}
          aria-label={t('results.compareWith')}
          options={peers.data.map((one) => ({
            value: one.taskId,
            label: `#${one.taskId} · ${peerName(t as never, one)} · ${t('results.sharedOf', { shared: formatCount(one.shared), of: formatCount(one.images) })} · ${formatDateTime(one.createdAt)}`,
          }))}
          onChange={(taskId) => change({ with: taskId, imageId: undefined, withConfidence: undefined })}
        />
      </div>
      {state.with > 0 ? (
        <Compared result={result} answer={answer} loaded={loaded} peer={peer} />
      ) : (
        <section className={`card ${styles.none}`}>
          <EmptyState title={t('results.choosePeer')} text={t('results.choosePeerText')} />
        </section>
      )}
    </>
  );
}
