/** Below an image, of which it covers nothing: the way to the one before and to the next, and which one it is. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './steps.module.css';

/** `index` counts from 0; below 0 the image is none of the list. */
export function Steps(props: { index: number; total: number; onStep: (by: 1 | -1) => void }) {
  const { index, total, onStep } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.steps}>
      <Button
        size="small"
        icon={<LeftOutlined />}
        aria-label={t('tasks.previous')}
        disabled={index <= 0}
        onClick={() => onStep(-1)}
      />
      <span className={`${styles.position} num`}>
        {t('tasks.position', { n: index < 0 ? '–' : index + 1, of: total })}
      </span>
      <Button
        size="small"
        icon={<RightOutlined />}
        aria-label={t('tasks.next')}
        disabled={index >= total - 1}
        onClick={() => onStep(1)}
      />
    </div>
  );
}
