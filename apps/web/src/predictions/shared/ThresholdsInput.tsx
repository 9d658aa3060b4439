/** Thresholds as one field of a form: those of their prediction type, the grey zone below the first, and its switches. */
import { Button, Form, InputNumber, Slider, Switch } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatThreshold, thresholdTyped } from '../../core/format.ts';
import { predictionTypeOfThresholds } from '../registry.ts';
import type { RulesDef } from '../type.ts';
import { LabelTag } from '../../ui/StatusTag.tsx';
import { decidingKey, isComplete, type ByLabel, type OpenThresholds } from './open-thresholds.ts';
import styles from './thresholds.module.css';

const least = 0.01;
/** Places of a score that a training rounds its threshold to. */
const fine = 0.0001;

function Row(props: {
  /** Of its field of a number. */
  id?: string | undefined;
  label: string;
  help: string;
  /** Undefined: not set yet. */
  value: number | undefined;
  max?: number;
  disabled?: boolean;
  /** What is wrong with it; the others are not. */
  fault?: string | null;
  onChange: (to: number) => void;
}) {
  const { id, label, help, value, max = 1, disabled = false, fault = null, onChange } = props;
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
        tooltip={{ formatter: (v) => formatThreshold(v ?? 0) }}
        onChange={onChange}
      />
      <InputNumber
        {...(id === undefined ? {} : { id })}
        size="small"
        aria-label={`${label}, 0–1`}
        aria-invalid={fault !== null}
        status={fault === null ? '' : 'error'}
        min={0}
        max={max}
        step={fine}
        precision={4}
        formatter={thresholdTyped}
        controls={false}
        value={value ?? null}
        disabled={disabled}
        onChange={(to) => to !== null && onChange(to)}
      />
      {fault === null ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <p className="hint">{help}</p>
    </div>
  );
}

/** What lies in it is not red for a fault that the form finds elsewhere among the thresholds. */
const Unmarked = ({ children }: { children: ReactNode }) => (
  <Form.Item noStyle validateStatus="">
    {children}
  </Form.Item>
);

type OwnRules = Omit<ComponentProps<RulesDef['Input']>, 'onChange'>;

/** What a prediction type has beside its thresholds; most have none. */
function Rules(
  props: OwnRules & { rules: RulesDef | undefined; onChange: ((to: OpenThresholds) => void) | undefined },
) {
  const { rules, onChange, ...rest } = props;
  if (!rules) return null;
  return (
    <Unmarked>
      <rules.Input {...rest} onChange={(to) => onChange?.(to)} />
    </Unmarked>
  );
}

/** A word or two beside a switch. */
function Switched(props: { text: string; checked: boolean; disabled?: boolean; onChange: (on: boolean) => void }) {
  const { text, ...control } = props;
  return (
    <label className={styles.switch}>
      <Switch size="small" {...control} />
      {text}
    </label>
  );
}

interface NamedLabel {
  name: string;
  color: string;
}

/** One field for each label; an empty one has the common threshold. */
function LabelRows(props: {
  title: string;
  help: string;
  labels: readonly NamedLabel[];
  own: ByLabel;
  /** Undefined while it is open. */
  common: number | undefined;
  onChange: (to: ByLabel) => void;
}) {
  const { title, help, labels, own, common, onChange } = props;
  const { t } = useTranslation();
  const set = (name: string, to: number | null) => {
    const others = Object.entries(own).filter(([one]) => one !== name);
    onChange(Object.fromEntries(to === null ? others : [...others, [name, to]]));
  };
  return (
    <fieldset className={styles.byLabel}>
      <legend>{title}</legend>
      <p className="hint">{help}</p>
      <div className={styles.labelRows}>
        {labels.map(({ name, color }) => (
          <div key={name} className={styles.labelRow}>
            <LabelTag name={name} color={color} />
            <InputNumber
              size="small"
              aria-label={`${name}, 0–1`}
              min={0}
              max={1}
              step={fine}
              precision={4}
              formatter={thresholdTyped}
              controls={false}
              placeholder={common === undefined ? undefined : formatThreshold(common)}
              value={Object.hasOwn(own, name) ? own[name]! : null}
              onChange={(to) => set(name, to)}
            />
          </div>
        ))}
      </div>
      {Object.keys(own).length > 0 ? (
        <Button size="small" onClick={() => onChange({})}>
          {t('online.oneForAll')}
        </Button>
      ) : null}
    </fieldset>
  );
}

const numberOf = (value: OpenThresholds[string]): number | undefined => (typeof value === 'number' ? value : undefined);

export function ThresholdsInput(props: {
  value?: OpenThresholds;
  onChange?: (to: OpenThresholds) => void;
  /** Of the version. */
  labels: readonly NamedLabel[];
  /** By the form around it: of the field that stands for them all, and whether it has found a fault. */
  id?: string;
  'aria-invalid'?: 'true' | undefined;
}) {
  const { value, onChange, labels, id, 'aria-invalid': isInvalid } = props;
  const { t } = useTranslation();
  if (!value) return <p className="hint">{t('online.versionNeeded')}</p>;
  const { fields, byLabel, rules, hasZone = true, switches = [] } = predictionTypeOfThresholds(value);
  const first = decidingKey(value);
  const ng = numberOf(value[first]) ?? 1;
  const review = numberOf(value['review']) ?? null;
  const missing = isComplete(value) ? null : t('models.assessment.noThresholdAgreed');
  const set = (change: OpenThresholds) => {
    const { review: from, ...next } = { ...value, ...change };
    const most = numberOf(next[first]) ?? ng;
    onChange?.({ ...next, ...(typeof from === 'number' ? { review: Math.min(from, most) } : {}) });
  };
  return (
    <div className={styles.thresholds}>
      {missing === null ? null : <p className="hint">{t('models.assessment.noThreshold')}</p>}
      <Unmarked>
        <div className={styles.thresholds}>
          {fields.map(({ key, label, help }) => (
            <Row
              key={key}
              id={key === first ? id : undefined}
              fault={key === first && isInvalid ? missing : null}
              label={t(label)}
              help={t(help)}
              value={numberOf(value[key])}
              onChange={(to) => set({ [key]: to })}
            />
          ))}
          {byLabel && labels.length > 1 ? (
            <LabelRows
              title={t(byLabel.label)}
              help={t(byLabel.help)}
              labels={labels}
              own={(value[byLabel.key] as ByLabel | undefined) ?? {}}
              common={numberOf(value[first])}
              // none is left out, as where there never were any
              onChange={(to) => set({ [byLabel.key]: Object.keys(to).length > 0 ? to : undefined })}
            />
          ) : null}
        </div>
      </Unmarked>
      {hasZone ? (
        <Switched
          text={t('online.review')}
          checked={review !== null}
          disabled={!isComplete(value)}
          onChange={(on) => set({ review: on ? Math.round(ng * 900) / 1000 : undefined })}
        />
      ) : null}
      {review === null ? null : (
        <Unmarked>
          <Row
            label={t('online.reviewFrom')}
            help={t('online.reviewHelp')}
            value={review}
            max={ng}
            onChange={(to) => set({ review: to })}
          />
        </Unmarked>
      )}
      <Rules {...{ rules, labels, onChange }} thresholds={value} isChecked={isInvalid === 'true'} />
      {switches.map(({ key, label, help }) => (
        <div key={key} className={styles.switches}>
          <Switched text={t(label)} checked={value[key] === true} onChange={(on) => set({ [key]: on })} />
          <p className="hint">{t(help)}</p>
        </div>
      ))}
    </div>
  );
}
