/** The text that should be read from now on, where a rule compares with it: the images of a lot have it in common. */
import { limits, type TextThresholds, type Thresholds } from '@loupe/contract';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './rules.module.css';

/** Whether a rule compares with what is given with the image. */
export const asksExpected = (thresholds: Thresholds): boolean =>
  (thresholds as Partial<TextThresholds>).rules?.some((rule) => rule.type === 'equals' && rule.to.by === 'field') ??
  false;

export function ExpectedField(props: { thresholds: Thresholds; value: string; onChange: (to: string) => void }) {
  const { thresholds, value, onChange } = props;
  const { t } = useTranslation();
  if (!asksExpected(thresholds)) return null;
  return (
    <label className={`card ${styles.expected}`}>
      <span>{t('texts.expected')}</span>
      <Input
        value={value}
        allowClear
        maxLength={limits.textValue}
        spellCheck={false}
        placeholder={t('texts.expectedHelp')}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
