/** The fields of one rule on texts. */
import { cutText, CheckDigit, limits, type TextRule } from '@loupe/contract';
import { AutoComplete, Input, InputNumber, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './rules.module.css';

type Of<T extends TextRule['type']> = Extract<TextRule, { type: T }>;
interface Fields<R extends TextRule> {
  rule: R;
  isFaulty: boolean;
  onChange: (to: TextRule) => void;
}
type Body<T extends TextRule['type']> = (props: Fields<Of<T>>) => ReactNode;

/** Of a field: red, or not. */
const statusOf = (isFaulty: boolean) => ({
  status: isFaulty ? ('error' as const) : ('' as const),
  'aria-invalid': isFaulty,
});

const Matches: Body<'matches'> = ({ rule, isFaulty, onChange }) => {
  const { t } = useTranslation();
  return (
    <Input
      size="small"
      {...statusOf(isFaulty)}
      value={rule.pattern}
      maxLength={limits.textPattern}
      spellCheck={false}
      aria-label={t('texts.types.matches')}
      placeholder={t('texts.patternHelp')}
      onChange={(event) => onChange({ ...rule, pattern: event.target.value })}
    />
  );
};

const List: Body<'list'> = ({ rule, isFaulty, onChange }) => {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      {...statusOf(isFaulty)}
      mode="tags"
      open={false}
      suffixIcon={null}
      maxCount={limits.textValues}
      tokenSeparators={[',', '，', '\n', '\t']}
      value={[...rule.values]}
      aria-label={t('texts.types.list')}
      placeholder={t('texts.listHelp')}
      onChange={(values: string[]) => {
        const kept = values.map((one) => cutText(one.trim(), limits.textValue)).filter(Boolean);
        onChange({ ...rule, values: [...new Set(kept)] });
      }}
    />
  );
};

const CheckDigits: Body<'checkDigit'> = ({ rule, onChange }) => {
  const { t } = useTranslation();
  return (
    <Segmented
      size="small"
      value={rule.scheme}
      options={CheckDigit.options.map((value) => ({ value, label: t(`texts.schemes.${value}`) }))}
      onChange={(scheme) => onChange({ ...rule, scheme })}
    />
  );
};

const Equals: Body<'equals'> = ({ rule, isFaulty, onChange }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.fields}>
      <Segmented<'field' | 'value'>
        size="small"
        value={rule.to.by}
        options={[
          { value: 'field', label: t('texts.byField') },
          { value: 'value', label: t('texts.byValue') },
        ]}
        onChange={(by) => onChange({ ...rule, to: by === 'field' ? { by, field: 'expected' } : { by, value: '' } })}
      />
      {rule.to.by === 'value' ? (
        <Input
          size="small"
          {...statusOf(isFaulty)}
          value={rule.to.value}
          maxLength={limits.textValue}
          spellCheck={false}
          aria-label={t('texts.byValue')}
          onChange={(event) => onChange({ ...rule, to: { by: 'value', value: event.target.value } })}
        />
      ) : (
        <p className="hint">{t('texts.byFieldHelp')}</p>
      )}
    </div>
  );
};

const formats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'DD.MM.YYYY', 'MM/YYYY', 'YYYY年MM月DD日'];

function Number(props: { label: string; value: number; min: number; max: number; onChange: (to: number) => void }) {
  const { label, onChange, ...rest } = props;
  return (
    <label className={styles.number}>
      {label}
      <InputNumber size="small" precision={0} {...rest} onChange={(to) => to !== null && onChange(to)} />
    </label>
  );
}

const DateSpan: Body<'date'> = ({ rule, isFaulty, onChange }) => {
  const { t } = useTranslation();
  const { daysBefore, daysAfter } = rule;
  const days = { min: -limits.textDays, max: limits.textDays };
  return (
    <div className={styles.fields}>
      <AutoComplete
        size="small"
        {...statusOf(isFaulty)}
        className={styles.format!}
        value={rule.format}
        aria-label={t('texts.format')}
        options={formats.map((value) => ({ value }))}
        onChange={(format: string) => onChange({ ...rule, format })}
      />
      <p className="hint">{t('texts.formatHelp')}</p>
      <Number
        label={t('texts.daysBefore')}
        {...days}
        min={-daysAfter}
        value={daysBefore}
        onChange={(to) => onChange({ ...rule, daysBefore: to })}
      />
      <Number
        label={t('texts.daysAfter')}
        {...days}
        min={-daysBefore}
        value={daysAfter}
        onChange={(to) => onChange({ ...rule, daysAfter: to })}
      />
    </div>
  );
};

const Counted: Body<'count'> = ({ rule, onChange }) => {
  const { t } = useTranslation();
  const { min, max } = rule;
  const most = limits.predictionMax;
  return (
    <div className={styles.fields}>
      <Number
        label={t('texts.least')}
        min={0}
        max={most}
        value={min}
        onChange={(to) => onChange({ ...rule, min: to, max: Math.max(max, to) })}
      />
      <Number
        label={t('texts.most')}
        min={0}
        max={most}
        value={max}
        onChange={(to) => onChange({ ...rule, max: to, min: Math.min(min, to) })}
      />
      <p className="hint">{t('texts.countHelp')}</p>
    </div>
  );
};

export function RuleBody({ rule, ...rest }: Fields<TextRule>) {
  switch (rule.type) {
    case 'matches':
      return <Matches rule={rule} {...rest} />;
    case 'list':
      return <List rule={rule} {...rest} />;
    case 'checkDigit':
      return <CheckDigits rule={rule} {...rest} />;
    case 'equals':
      return <Equals rule={rule} {...rest} />;
    case 'date':
      return <DateSpan rule={rule} {...rest} />;
    case 'count':
      return <Counted rule={rule} {...rest} />;
  }
}
