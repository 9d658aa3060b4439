/**
 * Training parameters drawn from a contract table: `<ParamForm table values onChange faults groups />`. Each field has
 * its help and bounds below; what differs from the default is marked. Faults come from `paramFaults()`
 * (ui/param-values.ts); `<ParamSummary>` says how many were changed and puts the defaults back.
 */
import type { ChoiceField, NumberField, ParamField, ParamTable } from '@loupe/contract';
import { Button, InputNumber, Select, Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../core/i18n.ts';
import styles from './ParamForm.module.css';
import { Card } from './Page.tsx';
import { changedKeys, defaultsOf, groupsOf, type ParamFault, type ParamValues } from './param-values.ts';

/** Choices of more than this are cards in a row of their own, as the networks are. */
const manyOptions = 5;

export interface ParamFormProps {
  table: ParamTable;
  values: ParamValues;
  onChange: (values: ParamValues) => void;
  faults?: Readonly<Record<string, ParamFault>>;
  /** Only these groups, in this order. */
  groups?: readonly string[];
  disabled?: boolean;
}

const useFaultText = (): ((fault: ParamFault) => string) => {
  const { t } = useTranslation();
  return (fault) => {
    switch (fault.kind) {
      case 'range':
        return t('ui.paramInvalid', { min: fault.min, max: fault.max });
      case 'step':
        return t('ui.paramStep', { step: fault.step });
      case 'places':
        return t('ui.paramPlaces', { places: fault.places });
      case 'text':
        return fault.text;
    }
  };
};

const useShown = (): ((field: ParamField, value: unknown) => string) => {
  const { t } = useTranslation();
  const text = useText();
  return (field, value) => {
    if (field.kind === 'switch') return t(value ? 'ui.on' : 'ui.off');
    if (field.kind === 'choice') {
      const option = field.options.find((o) => o.value === value);
      return option ? text(option.label) : String(value);
    }
    return String(value);
  };
};

interface FieldProps<F extends ParamField> {
  id: string;
  field: F;
  value: unknown;
  isWrong: boolean;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

function NumberInput({ id, field, value, isWrong, disabled, onChange }: FieldProps<NumberField>) {
  const text = useText();
  const step = field.step ?? (field.kind === 'integer' ? 1 : 10 ** -Math.min(field.decimals ?? 2, 2));
  return (
    <InputNumber
      id={id}
      className={styles.number!}
      value={typeof value === 'number' ? value : null}
      step={step}
      controls={field.kind === 'integer'}
      disabled={disabled}
      status={isWrong ? 'error' : ''}
      // Exponents (1e-8) are for machines.
      formatter={(v) =>
        typeof v === 'number' ? v.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 }) : (v ?? '')
      }
      suffix={field.unit ? text(field.unit) : null}
      onChange={(v) => onChange(v ?? undefined)}
    />
  );
}

function ChoiceCards({ id, field, value, disabled, onChange }: FieldProps<ChoiceField>) {
  const text = useText();
  return (
    <div className={styles.cards} role="radiogroup" aria-labelledby={`${id}-label`}>
      {field.options.map((o) => (
        <label key={o.value} className={styles.choice} data-on={o.value === value}>
          <input
            type="radio"
            name={id}
            value={o.value}
            checked={o.value === value}
            disabled={disabled}
            onChange={() => onChange(o.value)}
          />
          {text(o.label)}
        </label>
      ))}
    </div>
  );
}

function FieldInput(props: FieldProps<ParamField>) {
  const { id, field, value, disabled, onChange } = props;
  const text = useText();
  if (field.kind === 'switch') {
    return <Switch id={id} checked={value === true} disabled={disabled} onChange={onChange} />;
  }
  if (field.kind !== 'choice') return <NumberInput {...props} field={field} />;
  if (field.options.length > manyOptions) return <ChoiceCards {...props} field={field} />;
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

function ParamRow(
  props: Omit<FieldProps<ParamField>, 'isWrong' | 'id'> & { name: string; fault: ParamFault | undefined },
) {
  const { field, value, fault, name } = props;
  const { t } = useTranslation();
  const text = useText();
  const faultText = useFaultText();
  const shown = useShown();
  const id = `${useId()}-${name}`;
  const isChanged = value !== field.default;
  const isWide = field.kind === 'choice' && field.options.length > manyOptions;
  const bounds =
    field.kind === 'integer' || field.kind === 'decimal' ? t('ui.range', { min: field.min, max: field.max }) : null;
  const help = text(field.help);
  return (
    <div className={styles.row} data-wide={isWide}>
      <label className={styles.label} id={`${id}-label`} htmlFor={id}>
        {text(field.label)}
        {isChanged ? (
          <i className={styles.changed} title={t('ui.changedFrom', { value: shown(field, field.default) })} />
        ) : null}
      </label>
      <FieldInput {...props} id={id} isWrong={fault !== undefined} />
      {fault ? (
        <p className={styles.fault} role="alert">
          {faultText(fault)}
        </p>
      ) : (
        <p className={styles.help}>
          {help}
          {bounds && !help.includes(String((field as NumberField).max)) ? ` · ${bounds}` : ''}
          {isChanged ? ` · ${t('ui.changedFrom', { value: shown(field, field.default) })}` : ''}
        </p>
      )}
    </div>
  );
}

const isGroupName = (group: string): group is 'main' | 'schedule' | 'augmentation' | 'thresholds' =>
  ['main', 'schedule', 'augmentation', 'thresholds'].includes(group);

export function ParamForm({ table, values, onChange, faults = {}, groups, disabled = false }: ParamFormProps) {
  const { t } = useTranslation();
  return (groups ?? groupsOf(table)).map((group) => (
    <Card key={group} title={isGroupName(group) ? t(`ui.paramGroups.${group}`) : t('ui.paramOther')}>
      <div className={styles.grid}>
        {Object.entries(table)
          .filter(([, field]) => field.group === group)
          .map(([name, field]) => (
            <ParamRow
              key={name}
              name={name}
              field={field}
              value={values[name]}
              fault={faults[name]}
              disabled={disabled}
              onChange={(value) => onChange({ ...values, [name]: value })}
            />
          ))}
      </div>
    </Card>
  ));
}

export function ParamSummary(props: {
  table: ParamTable;
  values: ParamValues;
  onChange: (values: ParamValues) => void;
}) {
  const { t } = useTranslation();
  const count = changedKeys(props.table, props.values).length;
  return (
    <span className={styles.summary}>
      {t('ui.changedCount', { count })}
      {count > 0 ? (
        <Button type="link" size="small" onClick={() => props.onChange(defaultsOf(props.table))}>
          {t('ui.resetDefaults')}
        </Button>
      ) : null}
    </span>
  );
}
