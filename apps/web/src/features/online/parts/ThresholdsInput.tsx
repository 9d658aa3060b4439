/** The thresholds of an entry as one field of a form: those of its prediction type, and the grey zone below the first. */
import { InputNumber, Slider, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { predictionTypeOfThresholds } from '../../../predictions/registry.ts';
import { decidingKey, isComplete, type OpenThresholds } from './online-rules.ts';
import styles from './online.module.css';

const least = 0.01;
/** Places of a score that a training rounds its threshold to. */
const fine = 0.0001;

function Row(props: {
  label: string;
  help: string;
  /** Undefined: not set yet. */
  value: number | undefined;
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
        value={value ?? least}
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
        formatter={(v) => (typeof v === 'number' || v ? String(Number(v)) : '')}
        controls={false}
        value={value ?? null}
        disabled={disabled}
        onChange={(to) => to !== null && onChange(to)}
      />
      <p className="hint">{help}</p>
    </div>
  );
}

export function ThresholdsInput(props: { value?: OpenThresholds; onChange?: (to: OpenThresholds) => void }) {
  const { value, onChange } = props;
  const { t } = useTranslation();
  if (!value) return <p className="hint">{t('online.versionNeeded')}</p>;
  const numbers: Record<string, number | undefined> = { ...value };
  const { fields } = predictionTypeOfThresholds(value);
  const first = decidingKey(value);
  const ng = numbers[first] ?? 1;
  const review = numbers['review'] ?? null;
  const set = (change: Record<string, number | undefined>) => {
    const { review: from, ...next } = { ...numbers, ...change };
    const most = next[first] ?? ng;
    onChange?.({ ...next, ...(from === undefined ? {} : { review: Math.min(from, most) }) });
  };
  return (
    <div className={styles.thresholds}>
      {isComplete(value) ? null : <p className="hint">{t('models.assessment.noThreshold')}</p>}
      {fields.map(({ key, label, help }) => (
        <Row key={key} label={t(label)} help={t(help)} value={numbers[key]} onChange={(to) => set({ [key]: to })} />
      ))}
      <label className={styles.greyZone}>
        <Switch
          size="small"
          checked={review !== null}
          disabled={!isComplete(value)}
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
