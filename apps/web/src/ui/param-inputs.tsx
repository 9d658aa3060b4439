/** The inputs of training parameters, one for each kind of field; they know nothing of labels, help and faults. */
import type { ChoiceField, NumberField, PairField, ParamField, SequenceField } from '@loupe/contract';
import { Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { useText } from '../core/i18n.ts';
import { FactorsInput, type FormLabel } from './FactorsInput.tsx';
import styles from './ParamForm.module.css';
import { LabelsInput } from './LabelsInput.tsx';
import { RadioCard } from './RadioCard.tsx';
import { RegionsInput, type RegionImage } from './RegionsInput.tsx';
import { isSameValue, numbersIn, shownNumber } from './param-values.ts';

/** Choices of more than this are cards in a row of their own, as the networks are. */
const manyOptions = 5;
export const isWide = (field: ParamField): boolean =>
  field.kind === 'regions' ||
  field.kind === 'factors' ||
  field.kind === 'labels' ||
  field.kind === 'text' ||
  (field.kind === 'choice' && field.options.length > manyOptions);

export interface FieldProps<F extends ParamField> {
  id: string;
  field: F;
  value: unknown;
  isWrong: boolean;
  disabled: boolean;
  /** On which regions are drawn; null: they are typed only. */
  image: RegionImage | null;
  /** Those that the training learns. */
  labels: readonly FormLabel[];
  onChange: (value: unknown) => void;
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function NumberInput({ id, field, value, isWrong, disabled, onChange }: FieldProps<NumberField>) {
  const text = useText();
  const step = field.nudge ?? field.step ?? (field.kind === 'integer' ? 1 : 10 ** -Math.min(field.decimals ?? 2, 2));
  return (
    <InputNumber
      id={id}
      className={styles.number!}
      value={numberOf(value)}
      step={step}
      controls={field.kind === 'integer'}
      disabled={disabled}
      status={isWrong ? 'error' : ''}
      formatter={shownNumber}
      suffix={field.unit ? text(field.unit) : null}
      onChange={(v) => onChange(v ?? undefined)}
    />
  );
}

function PairInput({ id, field, value, isWrong, disabled, onChange }: FieldProps<PairField>) {
  const text = useText();
  const both = value as readonly unknown[];
  return (
    <span className={styles.pair}>
      {[0, 1].map((i) => (
        <InputNumber
          key={i}
          id={i === 0 ? id : `${id}-second`}
          aria-label={`${text(field.label)} ${i + 1}`}
          className={styles.number!}
          value={numberOf(both[i])}
          step={10 ** -(field.decimals ?? 0)}
          controls={false}
          disabled={disabled}
          status={isWrong ? 'error' : ''}
          formatter={shownNumber}
          suffix={field.unit && i === 1 ? text(field.unit) : null}
          onChange={(v) => onChange(both.map((old, j) => (j === i ? (v ?? undefined) : old)))}
        />
      ))}
    </span>
  );
}

function SequenceInput({ id, field, value, isWrong, disabled, onChange }: FieldProps<SequenceField>) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const values = value as readonly number[];
  // what was typed stays as it is while it means these numbers: "60, " must not lose its comma
  const shown = isSameValue(numbersIn(typed), values) ? typed : values.join(', ');
  return (
    <Input
      id={id}
      value={shown}
      disabled={disabled}
      status={isWrong ? 'error' : ''}
      suffix={field.unit ? text(field.unit) : null}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(numbersIn(target.value));
      }}
    />
  );
}

function ChoiceCards({ id, field, value, disabled, onChange }: FieldProps<ChoiceField>) {
  const text = useText();
  return (
    <div className={styles.cards} role="radiogroup" aria-labelledby={`${id}-label`}>
      {field.options.map((o) => (
        <RadioCard
          key={o.value}
          name={id}
          value={o.value}
          isOn={o.value === value}
          disabled={disabled}
          onChoose={() => onChange(o.value)}
        >
          <strong>{text(o.label)}</strong>
        </RadioCard>
      ))}
    </div>
  );
}

export function FieldInput(props: FieldProps<ParamField>) {
  const { id, field, value, isWrong, disabled, onChange } = props;
  const text = useText();
  switch (field.kind) {
    case 'switch':
      return <Switch id={id} checked={value === true} disabled={disabled} onChange={onChange} />;
    case 'integer':
    case 'decimal':
      return <NumberInput {...props} field={field} />;
    case 'pair':
      return <PairInput {...props} field={field} />;
    case 'sequence':
      return <SequenceInput {...props} field={field} />;
    case 'regions':
      return (
        <RegionsInput
          {...props}
          label={text(field.label)}
          most={field.most}
          value={value as readonly (readonly (number | undefined)[])[]}
        />
      );
    case 'factors':
      return (
        <FactorsInput
          {...props}
          field={field}
          label={text(field.label)}
          value={value as Readonly<Record<string, number | undefined>>}
        />
      );
    case 'labels':
      return <LabelsInput {...props} label={text(field.label)} value={value as readonly string[]} />;
    case 'text':
      return (
        <Input.TextArea
          id={id}
          value={value as string}
          rows={2}
          disabled={disabled}
          status={isWrong ? 'error' : ''}
          count={{ show: true, max: field.most, strategy: (typed) => [...typed].length }}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'choice':
      if (isWide(field)) return <ChoiceCards {...props} field={field} />;
      return (
        <Select
          id={id}
          value={value as string}
          disabled={disabled}
          options={field.options.map((o) => ({ value: o.value, label: text(o.label) }))}
          onChange={onChange}
        />
      );
  }
}
