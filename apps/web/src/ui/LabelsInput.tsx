/**
 * `<LabelsInput id label labels value onChange />`: which of the labels. One that is chosen and is not among `labels` stays,
 * so that it can be taken back.
 */
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormLabel } from './FactorsInput.tsx';
import styles from './LabelsInput.module.css';
import { LabelTag } from './StatusTag.tsx';

export interface LabelsInputProps {
  id: string;
  label: string;
  labels: readonly FormLabel[];
  value: readonly string[];
  disabled: boolean;
  onChange: (value: readonly string[]) => void;
}

export function LabelsInput({ id, label, labels, value, disabled, onChange }: LabelsInputProps) {
  const { t } = useTranslation();
  const gone = value.filter((name) => !labels.some((one) => one.name === name));
  const all = [...labels, ...gone.map((name) => ({ name, color: '#8c8c8c', objects: 0 }))];
  if (all.length === 0) {
    return (
      <p id={id} className="hint">
        {t('ui.factorsNoLabels')}
      </p>
    );
  }
  // in the order of the labels: so equal choices are equal values
  const toggled = (name: string, isOn: boolean) =>
    all.map((one) => one.name).filter((one) => (one === name ? isOn : value.includes(one)));
  return (
    <ul id={id} className={styles.row} aria-label={label}>
      {all.map(({ name, color, objects }) => (
        <li key={name}>
          <Checkbox
            checked={value.includes(name)}
            disabled={disabled}
            onChange={({ target }) => onChange(toggled(name, target.checked))}
          >
            <LabelTag name={name} color={color} count={objects} />
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}
