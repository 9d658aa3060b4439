/** Over an image, at its foot, or below it: the way to the one before and to the next, and which one it is. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './steps.module.css';

/** `index` counts from 0; below 0 the image is none of the list. */
export function Steps(props: { index: number; total: number; below?: boolean; onStep: (by: 1 | -1) => void }) {
  const { index, total, below = false, onStep } = props;
  const { t } = useTranslation();
  const size = below ? 'small' : 'middle';
  return (
    <div className={below ? styles.below : styles.steps}>
      <Button
        size={size}
        icon={<LeftOutlined />}
        aria-label={t('tasks.previous')}
        disabled={index <= 0}
        onClick={() => onStep(-1)}
      />
      <span className={`${styles.position} num`}>
        {t('tasks.position', { n: index < 0 ? '–' : index + 1, of: total })}
      </span>
      <Button
        size={size}
        icon={<RightOutlined />}
        aria-label={t('tasks.next')}
        disabled={index >= total - 1}
        onClick={() => onStep(1)}
      />
    </div>
  );
}
