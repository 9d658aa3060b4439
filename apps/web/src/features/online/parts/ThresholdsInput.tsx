/** The thresholds of an entry as one field of a form: those of its prediction type, and the grey zone below the first. */
import type { Thresholds } from '@loupe/contract';
import { InputNumber, Slider, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { kindOf, typeOfThresholds, zoneOf } from '../../../families/kinds.ts';
import styles from './online.module.css';

const least = 0.01;
/** Places of a score that a training settles its threshold with. */
const fine = 0.0001;

function Row(props: {
  label: string;
  help: string;
  value: number;
  max?: number;
  disabled?: boolean;
  onChange: (to: number) => void;
}) {
  const { label, help, value, max = 1, disabled = false, onChange } = props;
  return (
    <div className={styles.threshold}>
      <span>{label}</span>
      <Slider
        min={least}
        max={max}
        step={0.01}
        value={value}
        disabled={disabled}
        ariaLabelForHandle={label}
        tooltip={{ formatter: (v) => (v ?? 0).toFixed(2) }}
        onChange={onChange}
      />
      <InputNumber
        size="small"
        aria-label={`${label}, 0–1`}
        min={0}
        max={max}
        step={fine}
        precision={4}
        formatter={(v) => String(Number(v))}
        controls={false}
        value={value}
        disabled={disabled}
        onChange={(to) => to !== null && onChange(to)}
      />
      <p className="hint">{help}</p>
    </div>
  );
}

export function ThresholdsInput(props: { value?: Thresholds; onChange?: (to: Thresholds) => void }) {
  const { value, onChange } = props;
  const { t } = useTranslation();
  if (!value) return <p className="hint">{t('online.versionNeeded')}</p>;
  const numbers: Record<string, number | undefined> = { ...value };
  const { fields } = kindOf(typeOfThresholds(value));
  const first = fields[0]!.key;
  const { ng, review } = zoneOf(value);
  const set = (change: Record<string, number | undefined>) => {
    const { review: from, ...next } = { ...numbers, ...change };
    const most = next[first] ?? ng;
    onChange?.({ ...next, ...(from === undefined ? {} : { review: Math.min(from, most) }) } as Thresholds);
  };
  return (
    <div className={styles.thresholds}>
      {fields.map(({ key, label, help }) => (
        <Row
          key={key}
          label={t(label)}
          help={t(help)}
          value={numbers[key] ?? 0}
          onChange={(to) => set({ [key]: to })}
        />
      ))}
      <label className={styles.greyZone}>
        <Switch
          size="small"
          checked={review !== null}
          onChange={(on) => set({ review: on ? Math.round(ng * 900) / 1000 : undefined })}
        />
        {t('online.review')}
      </label>
      {review === null ? null : (
        <Row
          label={t('online.reviewFrom')}
          help={t('online.reviewHelp')}
          value={review}
          max={ng}
          onChange={(to) => set({ review: to })}
        />
      )}
    </div>
  );
}
