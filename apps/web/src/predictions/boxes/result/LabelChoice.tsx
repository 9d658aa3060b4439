/** One label of the test, or all of them. */
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './result.module.css';
import type { Result } from './use-result.ts';

const all = -1;

export function LabelChoice(props: {
  result: Result;
  size?: 'small' | 'medium';
  /** Undefined: all labels. */
  onChange: (label: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const { summary, state } = props.result;
  return (
    <Select
      size={props.size ?? 'medium'}
      className={styles.labelChoice!}
      value={state.label ?? all}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('tasks.label')}
      options={[
        { value: all, label: t('results.allLabels') },
        // parts have no findings to choose by
        ...summary.classes.flatMap((c, value) => (c.locates ? [] : [{ value, label: c.label }])),
      ]}
      onChange={(value) => props.onChange(value === all ? undefined : value)}
    />
  );
}
