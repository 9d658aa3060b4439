/** Files or records that were not taken, each with its reason. */
import { CloseCircleFilled } from '@ant-design/icons';
import type { Problem } from '@loupe/contract';
import { useLocale } from '../../../core/i18n.ts';
import styles from './transfers.module.css';

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const zh = useLocale() === 'zh';
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems}>
      {problems.map((p, i) => {
        const text = zh ? p.msg : p.en_msg;
        return (
          <li key={`${i}-${p.file}`}>
            <CloseCircleFilled className={styles.bad!} />
            <span>
              {text.includes(p.file) ? null : <strong>{p.file} </strong>}
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
