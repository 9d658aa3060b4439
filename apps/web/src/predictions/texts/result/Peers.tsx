/** The same images as other versions of the project read them: whether a training helped. */
import type { Task, TestPeer, TextSummary } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { Card } from '../../../ui/Page.tsx';
import { figure, percent } from '../../shared/texts.ts';
import styles from './texts.module.css';

const most = 4;

type Read = Pick<TextSummary, 'endToEnd' | 'hmean' | 'wordAccuracy'>;
const shareOf = (value: number | null): string => (value === null ? '–' : percent(value));

function Cells({ of }: { of: Read }) {
  return (
    <>
      <td className="num">{figure(of.endToEnd)}</td>
      <td className="num">{figure(of.hmean)}</td>
      <td className="num">{shareOf(of.wordAccuracy)}</td>
    </>
  );
}

function PeerRow({ peer }: { peer: TestPeer }) {
  const { t } = useTranslation();
  const { data } = useApi('testSummary', { taskId: peer.taskId }, { silent: true });
  if (data?.type !== 'texts') return null;
  return (
    <tr>
      <td>
        <SceneLink screen="Result" search={{ id: peer.taskId }}>
          {peer.modelName} · {t('models.versionN', { n: peer.versionNumber })}
        </SceneLink>
      </td>
      <Cells of={data} />
    </tr>
  );
}

/** The latest test of each version that saw just these images, with the same truth. */
export function Peers({ task, summary }: { task: Task; summary: TextSummary }) {
  const { t } = useTranslation();
  const { data = [] } = useApi('testPeers', { taskId: task.id }, { silent: true });
  const same = data.filter(
    ({ images, shared, versionId }) =>
      images === summary.images && shared === summary.images && versionId !== task.versionId,
  );
  const latest = same.filter((one, i) => same.findIndex(({ versionId }) => versionId === one.versionId) === i);
  if (latest.length === 0) return null;
  return (
    <Card title={t('texts.peers')}>
      <table className={styles.peers}>
        <thead>
          <tr>
            <th>{t('models.version')}</th>
            <th>{t('models.metrics.end_to_end')}</th>
            <th>{t('models.metrics.det_hmean')}</th>
            <th>{t('models.metrics.word_accuracy')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <b>{t('texts.thisTest', { n: task.versionNumber ?? 0 })}</b>
            </td>
            <Cells of={summary} />
          </tr>
          {latest.slice(0, most).map((peer) => (
            <PeerRow key={peer.taskId} peer={peer} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}
