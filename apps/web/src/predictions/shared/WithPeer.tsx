/** The choice of another test on the same images, and what is compared with it. */
import { SwapOutlined } from '@ant-design/icons';
import type { Task, TestPeer } from '@loupe/contract';
import { Select, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDateTime } from '../../core/format.ts';
import { useApi } from '../../core/query.ts';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import styles from './compare.module.css';
import list from './list.module.css';

/** `chosen`: the test in the address, 0 while there is none. */
export function WithPeer(props: {
  task: Task;
  chosen: number;
  onChoose: (taskId: number) => void;
  children: (peer: TestPeer) => ReactNode;
}) {
  const { task, chosen, onChoose, children } = props;
  const { t } = useTranslation();
  const peers = useApi('testPeers', { taskId: task.id }, { silent: true });
  if (peers.error) return <ErrorState error={peers.error} onRetry={() => void peers.refetch()} />;
  if (!peers.data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const peer = peers.data.find(({ taskId }) => taskId === chosen);
  const optionOf = (one: TestPeer) => ({
    value: one.taskId,
    label: [
      `#${one.taskId}`,
      one.modelName,
      t('models.versionN', { n: one.versionNumber }),
      t('results.sharedOf', { shared: formatCount(one.shared), of: formatCount(one.images) }),
      formatDateTime(one.createdAt),
    ].join(' · '),
  });
  if (peers.data.length === 0 || (chosen > 0 && !peer)) {
    return (
      <section className={`card ${list.none}`}>
        <EmptyState title={t('results.noPeersTitle')} text={t('results.noPeersText')} />
      </section>
    );
  }
  return (
    <>
      <div className={list.bar}>
        <SwapOutlined className="hint" />
        <span>{t('results.compareWith')}</span>
        <Select
          className={styles.peer!}
          value={chosen > 0 ? chosen : null}
          placeholder={t('results.choosePeer')}
          aria-label={t('results.compareWith')}
          options={peers.data.map(optionOf)}
          onChange={onChoose}
        />
      </div>
      {peer ? (
        children(peer)
      ) : (
        <section className={`card ${list.none}`}>
          <EmptyState title={t('results.choosePeer')} text={t('results.choosePeerText')} />
        </section>
      )}
    </>
  );
}
