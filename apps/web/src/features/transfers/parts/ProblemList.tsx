/** Files or records that were not taken, or not as they are, each with its reason. */
import { CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { cameIn, type Problem } from '@loupe/contract';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../core/i18n.ts';
import styles from './transfers.module.css';

/** Said of the upload as a whole. */
const ofAll: ReadonlySet<string> = new Set(['', '…']);

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const zh = useLocale() === 'zh';
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems}>
      {problems.map((p, i) => {
        const text = zh ? p.msg : p.en_msg;
        // what no data set has a place for is no fault of the files
        const isMild = cameIn(p) || p.key.startsWith('importLoss.');
        return (
          <li key={`${i}-${p.file}`} data-mild={isMild}>
            {isMild ? (
              <ExclamationCircleFilled className={styles.warn!} />
            ) : (
              <CloseCircleFilled className={styles.bad!} />
            )}
            <span>
              {ofAll.has(p.file) || text.includes(p.file) ? null : <strong>{p.file} </strong>}
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Said of boxes among outlines: they are no problem of the files, but a training will ask about them. */
export function BoxesNotice({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return <Alert className={styles.notice!} type="info" showIcon title={t('transfers.boxesInOutlines', { count })} />;
}

/** What was left out, and what came in otherwise than the file has it, each under its heading. */
export function ProblemGroups({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const groups = {
    left: problems.filter((one) => !cameIn(one)),
    changed: problems.filter(cameIn),
  } as const;
  return (['left', 'changed'] as const)
    .filter((group) => groups[group].length > 0)
    .map((group) => (
      <div key={group}>
        <h3 className={styles.label}>{t(`transfers.problemGroups.${group}`)}</h3>
        <ProblemList problems={groups[group]} />
      </div>
    ));
}
