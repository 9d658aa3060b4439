/** Another version's test on the very same images, whose figures stand below those of this one. */
import type { Task, TestPeer, TextSummary } from '@loupe/contract';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { useUrlState } from '../../../core/search.ts';
import { NO_TEST, TextSearch } from './search.ts';
import styles from './texts.module.css';

export interface OtherTest {
  name: string;
  summary: TextSummary;
}

/** Figures of other images, or against another truth, say nothing about which version is better. */
const isSame = ({ shared, images }: TestPeer, { planned }: TextSummary): boolean =>
  shared === planned && images === planned;

export const ignoresCase = ({ thresholds }: TextSummary): boolean => thresholds.ignoreCase === true;

/** `other`: null where there is none, or none is wanted. The latest one of another version is chosen at first. */
export function useOtherTest(task: Task, summary: TextSummary): { other: OtherTest | null; choice: ReactNode } {
  const { t } = useTranslation();
  const [{ with: wanted }, change] = useUrlState(TextSearch);
  const isWhole = summary.images === summary.planned && summary.truths > 0;
  const { data: peers } = useApi('testPeers', { taskId: task.id }, { silent: true, enabled: isWhole });
  const comparable = (peers ?? []).filter((one) => isSame(one, summary));
  const first = comparable.find(({ versionId }) => versionId !== task.versionId);
  const chosen = wanted === 0 ? first : comparable.find(({ taskId }) => taskId === wanted);
  const { data } = useApi(
    'testSummary',
    { taskId: chosen?.taskId ?? 0, thresholds: { ignoreCase: ignoresCase(summary) } },
    { silent: true, enabled: chosen !== undefined },
  );
  if (comparable.length === 0) return { other: null, choice: null };
  const nameOf = (peer: TestPeer): string => {
    const version = t('models.versionN', { n: peer.versionNumber });
    return peer.modelName === task.subject ? version : `${peer.modelName} · ${version}`;
  };
  const options = comparable.map((peer) => ({ value: peer.taskId, label: `${nameOf(peer)} · #${peer.taskId}` }));
  const isOther = chosen !== undefined && data?.type === 'texts' && data.images === data.planned;
  return {
    other: isOther ? { name: nameOf(chosen), summary: data } : null,
    choice: (
      <label className={styles.with}>
        {t('results.compareWith')}
        <Select
          size="small"
          popupMatchSelectWidth={false}
          value={chosen?.taskId ?? NO_TEST}
          aria-label={t('results.compareWith')}
          options={[...options, { value: NO_TEST, label: t('texts.noOther') }]}
          onChange={(to) => change({ with: to }, { replace: true })}
        />
      </label>
    ),
  };
}
