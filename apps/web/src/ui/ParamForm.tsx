/**
 * Training parameters drawn from a contract table: `<ParamForm table values onChange faults groups />`. Each field has
 * its help and bounds below; what differs from the default is marked and can be put back. Faults come from
 * `paramFaults()` (ui/param-values.ts); `<ParamSummary>` says how many were changed and puts all defaults back.
 */
import { UndoOutlined } from '@ant-design/icons';
import { isOfUse, isShare, messageText, unitOf, type ParamField, type ParamTable } from '@loupe/contract';
import { Button } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale, useText } from '../core/i18n.ts';
import styles from './ParamForm.module.css';
import type { FormLabel } from './FactorsInput.tsx';
import { Card } from './Page.tsx';
import { FieldInput, isWide, type FieldProps } from './param-inputs.tsx';
import type { RegionImage } from './RegionsInput.tsx';
import {
  changedKeys,
  isAnswered,
  putBack,
  defaultsOf,
  groupsOf,
  isSameValue,
  plainNumber,
  type ParamFault,
  type ParamValues,
} from './param-values.ts';

export interface ParamFormProps {
  table: ParamTable;
  values: ParamValues;
  onChange: (values: ParamValues) => void;
  /** What counts as unchanged; the defaults of the table unless given. */
  defaults?: ParamValues;
  faults?: Readonly<Record<string, ParamFault>>;
  /** Only these groups, in this order. */
  groups?: readonly string[];
  /** On which regions are drawn. */
  regionImage?: RegionImage | null;
  /** Of the images that were chosen. */
  labels?: readonly FormLabel[];
  disabled?: boolean;
  /** Stands before the title of each group. */
  prefix?: string | null;
}

const useFaultText = (): ((fault: ParamFault) => string) => {
  const { t } = useTranslation();
  const locale = useLocale();
  return (fault) => {
    switch (fault.kind) {
      case 'range':
        return t('ui.paramInvalid', { min: plainNumber(fault.min), max: plainNumber(fault.max) });
      case 'step':
        return t('ui.paramStep', { step: fault.step });
      case 'places':
        return t('ui.paramPlaces', { places: fault.places });
      case 'many':
        return t('ui.paramMany', { most: fault.most });
      case 'message':
        return messageText(fault.key, locale);
      case 'words':
        return fault.words[locale];
      case 'text':
        return fault.text;
    }
  };
};

const useShown = (): ((field: ParamField, value: unknown) => string) => {
  const { t } = useTranslation();
  const text = useText();
  return (field, value) => {
    switch (field.kind) {
      case 'switch':
        return t(value ? 'ui.on' : 'ui.off');
      case 'choice': {
        const option = field.options.find((o) => o.value === value);
        return option ? text(option.label) : String(value);
      }
      case 'pair':
        return (value as readonly number[]).join('–');
      case 'regions':
        return (value as readonly (readonly number[])[]).map((region) => region.join(' ')).join('; ') || '–';
      case 'factors': {
        const factors = Object.entries(value as Readonly<Record<string, number>>);
        return factors.map(([name, factor]) => `${name} ×${factor}`).join(', ') || t('ui.factorsEven');
      }
      case 'sequence':
      case 'labels':
        return (value as readonly unknown[]).join(', ') || '–';
      case 'text':
        return (value as string) || '–';
      case 'integer':
      case 'decimal':
        return plainNumber(value as number);
    }
  };
};

/** Bounds as they are shown below a field, unless its help names them already. */
const boundsOf = (field: ParamField): { min: string; max: string } | null =>
  'min' in field ? { min: plainNumber(field.min), max: plainNumber(field.max) } : null;

/** A field that counts hundredths of the training's length: as many as the rules of its table let through. */
const ofLength = (field: ParamField, values: ParamValues): ParamField =>
  ({ ...field, max: 99, unit: unitOf(field, values) }) as ParamField;

function ParamRow(
  props: Omit<FieldProps<ParamField>, 'isWrong' | 'id'> & {
    name: string;
    standard: unknown;
    fault: ParamFault | undefined;
  },
) {
  const { field, value, standard, fault, name, disabled, onChange } = props;
  const { t } = useTranslation();
  const text = useText();
  const faultText = useFaultText();
  const shown = useShown();
  const id = `${useId()}-${name}`;
  const isChanged = !isAnswered(field) && !isSameValue(value, standard);
  const help = text(field.help);
  const bounds = boundsOf(field);
  const notes = [
    help,
    ...(bounds && !help.includes(`–${bounds.max}`) ? [t('ui.range', bounds)] : []),
    ...(isChanged ? [t('ui.changedFrom', { value: shown(field, standard) })] : []),
  ];
  return (
    <div className={styles.row} data-wide={isWide(field)}>
      <label className={styles.label} id={`${id}-label`} htmlFor={id}>
        {text(field.label)}
        {isChanged ? <i className={styles.changed} /> : null}
        {isChanged && !disabled ? (
          <Button
            type="text"
            size="small"
            className={styles.undo!}
            icon={<UndoOutlined />}
            title={t('ui.resetOne')}
            aria-label={`${t('ui.resetOne')}: ${text(field.label)}`}
            onClick={() => onChange(standard)}
          />
        ) : null}
      </label>
      <FieldInput {...props} id={id} isWrong={fault !== undefined} />
      {fault ? (
        <p className={styles.fault} role="alert">
          {faultText(fault)}
        </p>
      ) : (
        <p className={styles.help}>{notes.join(' · ')}</p>
      )}
    </div>
  );
}

const groupNames = [
  'main',
  'text',
  'schedule',
  'parts',
  'crops',
  'regions',
  'augmentation',
  'loss',
  'thresholds',
] as const;

export function ParamForm({
  table,
  values,
  onChange,
  defaults = defaultsOf(table),
  faults = {},
  groups,
  regionImage = null,
  labels = [],
  disabled = false,
  prefix = null,
}: ParamFormProps) {
  const { t } = useTranslation();
  return (groups ?? groupsOf(table)).map((group) => {
    const named = groupNames.find((one) => one === group);
    const title = named ? t(`ui.paramGroups.${named}`) : t('ui.paramOther');
    return (
      <Card key={group} title={[prefix, title].filter(Boolean).join(' · ')}>
        <div className={styles.grid}>
          {Object.entries(table)
            .filter(([name, field]) => field.group === group && (isOfUse(field, values) || faults[name]))
            .map(([name, field]) => (
              <ParamRow
                key={name}
                name={name}
                field={isShare(field, values) ? ofLength(field, values) : field}
                value={values[name]}
                standard={defaults[name]}
                fault={faults[name]}
                disabled={disabled}
                image={regionImage}
                labels={labels}
                onChange={(value) => onChange({ ...values, [name]: value })}
              />
            ))}
        </div>
      </Card>
    );
  });
}

interface Summed {
  table: ParamTable;
  values: ParamValues;
  defaults?: ParamValues;
  onChange: (values: ParamValues) => void;
}

/** `forms`: all that are on the page. */
export function ParamSummary({ forms }: { forms: readonly Summed[] }) {
  const { t } = useTranslation();
  const changed = forms.map(({ table, values, defaults = defaultsOf(table) }) =>
    changedKeys(defaults, values).filter((key) => !isAnswered(table[key])),
  );
  const count = changed.flat().length;
  if (count === 0) return null;
  const putAllBack = () =>
    forms.forEach(({ table, values, defaults = defaultsOf(table), onChange }) =>
      onChange(putBack(table, defaults, values)),
    );
  return (
    <span className={styles.summary}>
      {t('ui.changedCount', { count })}
      <Button type="link" size="small" onClick={putAllBack}>
        {t('ui.resetDefaults')}
      </Button>
    </span>
  );
}
