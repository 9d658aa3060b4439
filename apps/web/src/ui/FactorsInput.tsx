/**
 * `<FactorsInput id label field labels value onChange />`: a factor for each label. While all count the same, one line
 * says so; the rows open at its button. Factors of labels that are not among `labels` are named, and dropped at the next change.
 */
import type { FactorsField } from '@loupe/contract';
import { hasPlaces } from '@loupe/contract';
import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './FactorsInput.module.css';
import { shownNumber } from './param-values.ts';
import { LabelTag } from './StatusTag.tsx';

export interface FormLabel {
  name: string;
  color: string;
  objects: number;
}
type Factors = Readonly<Record<string, number | undefined>>;

export interface FactorsInputProps {
  id: string;
  label: string;
  field: FactorsField;
  labels: readonly FormLabel[];
  value: Factors;
  disabled: boolean;
  onChange: (value: Factors) => void;
}

const isFit = ({ min, max, decimals }: FactorsField, value: number | undefined): boolean =>
  value !== undefined && value >= min && value <= max && hasPlaces(value, decimals);

/** In the order of the labels, without what counts as usual: so equal choices are equal values. */
const changed = (labels: readonly FormLabel[], value: Factors, name: string, to: number | undefined): Factors =>
  Object.fromEntries(
    labels.flatMap((one) => {
      const factor = one.name === name ? to : one.name in value ? value[one.name] : 1;
      return factor === 1 ? [] : [[one.name, factor]];
    }),
  );

export function FactorsInput(props: FactorsInputProps) {
  const { id, label, field, labels, value, disabled, onChange } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const set = Object.entries(value);
  const unknown =
    labels.length === 0 ? [] : set.map(([name]) => name).filter((one) => !labels.some((l) => l.name === one));
  const shown = isOpen || set.some(([, factor]) => !isFit(field, factor));
  const summary = set.map(([name, factor]) => `${name} ×${factor ?? '–'}`).join(', ');
  return (
    <div className={styles.room}>
      <p className={styles.head}>
        <span className="ellipsis">{summary || t('ui.factorsEven')}</span>
        <Button
          id={id}
          size="small"
          disabled={labels.length === 0}
          aria-expanded={shown}
          aria-label={`${label}: ${t(shown ? 'ui.factorsClose' : 'ui.factorsOpen')}`}
          onClick={() => setOpen(!shown)}
        >
          {t(shown ? 'ui.factorsClose' : 'ui.factorsOpen')}
        </Button>
        {labels.length === 0 ? <span className="hint">{t('ui.factorsNoLabels')}</span> : null}
      </p>
      {unknown.length > 0 ? <p className="hint">{t('ui.factorsUnknown', { labels: unknown.join(', ') })}</p> : null}
      {shown ? (
        <ul className={styles.rows}>
          {labels.map(({ name, color, objects }) => {
            const factor = name in value ? value[name] : 1;
            return (
              <li key={name} className={styles.row}>
                <LabelTag name={name} color={color} count={objects} />
                <InputNumber
                  aria-label={`${label}: ${name}`}
                  prefix="×"
                  value={factor ?? null}
                  formatter={shownNumber}
                  step={10 ** -field.decimals}
                  disabled={disabled}
                  status={isFit(field, factor) ? '' : 'error'}
                  onChange={(to) => onChange(changed(labels, value, name, to ?? undefined))}
                />
              </li>
            );
          })}
        </ul>
      ) : null}
    </div>
  );
}
