/** The scale of the images, and for each label the least area and length that make its image NG. */
import { InputNumber, Segmented } from 'antd';
import { limits } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { LabelTag } from '../../ui/StatusTag.tsx';
import styles from './sizes.module.css';
import type { OpenThresholds } from '../type.ts';
import { rulesIn, sizeRulesOf, unitOf, withRule, type SizeRules, type Unit } from './sizes.ts';

function Scale({ rules, onChange }: { rules: SizeRules; onChange: (to: SizeRules) => void }) {
  const { t } = useTranslation();
  const set = (to: number | null) => {
    if (to !== null) return onChange({ ...rules, mmPerPixel: to });
    // what was asked for in millimetres is asked for in pixels
    const { mmPerPixel: _, ...rest } = { ...rules, byLabelLeast: rulesIn(rules, 'px') };
    return onChange(rest);
  };
  return (
    <label className={styles.scale}>
      <span>{t('masks.scale')}</span>
      <InputNumber
        size="small"
        aria-label={t('masks.scale')}
        min={limits.mmPerPixelMin}
        max={limits.mmPerPixelMax}
        controls={false}
        suffix={t('masks.mmPerPixel')}
        placeholder={t('masks.noScale')}
        value={rules.mmPerPixel ?? null}
        onChange={set}
      />
    </label>
  );
}

export function SizeRulesInput(props: {
  rules: SizeRules;
  labels: readonly { name: string; color: string }[];
  onChange: (to: SizeRules) => void;
}) {
  const { rules, labels, onChange } = props;
  const { t } = useTranslation();
  const unit = unitOf(rules);
  const field = (name: string, key: 'area' | 'length') => (
    <InputNumber
      size="small"
      aria-label={`${name}, ${t(`masks.least.${key}`)}`}
      min={0}
      max={key === 'area' ? limits.leastAreaMax : limits.leastLengthMax}
      controls={false}
      suffix={key === 'area' ? t(`masks.units.${unit}2`) : t(`masks.units.${unit}`)}
      value={rules.byLabelLeast[name]?.[key] ?? null}
      onChange={(to) => onChange({ ...rules, byLabelLeast: withRule(rules, name, key, to) })}
    />
  );
  return (
    <fieldset className={styles.rules}>
      <legend>{t('masks.rules')}</legend>
      <p className="hint">{t('masks.rulesHelp')}</p>
      <div className={styles.top}>
        <Scale rules={rules} onChange={onChange} />
        {rules.mmPerPixel === undefined ? null : (
          <Segmented<Unit>
            size="small"
            value={unit}
            options={[
              { value: 'px', label: t('masks.units.px') },
              { value: 'mm', label: t('masks.units.mm') },
            ]}
            onChange={(to) => onChange({ ...rules, byLabelLeast: rulesIn(rules, to) })}
          />
        )}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('tasks.label')}</th>
            <th>{t('masks.least.area')}</th>
            <th>{t('masks.least.length')}</th>
          </tr>
        </thead>
        <tbody>
          {labels.map(({ name, color }) => (
            <tr key={name}>
              <td>
                <LabelTag name={name} color={color} />
              </td>
              <td>{field(name, 'area')}</td>
              <td>{field(name, 'length')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

/** The rules among the other thresholds of a form. */
export function SizeFields(props: {
  thresholds: OpenThresholds;
  labels: readonly { name: string; color: string }[];
  onChange: (to: OpenThresholds) => void;
}) {
  const { thresholds, labels, onChange } = props;
  const rules = sizeRulesOf(thresholds as unknown as SizeRules);
  // a scale that was taken away is not left as it was
  return (
    <SizeRulesInput
      rules={rules}
      labels={labels}
      onChange={(to) => onChange({ ...thresholds, mmPerPixel: undefined, ...to })}
    />
  );
}
