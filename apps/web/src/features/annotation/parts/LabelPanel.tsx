/** Labels with their number keys and how often each stands on this picture. A click does what the key does. */
import { PlusOutlined } from '@ant-design/icons';
import { limits, type Label, type Shape } from '@loupe/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import { TextField } from '../../../ui/fields.tsx';
import { AddLabel } from './AddLabel.tsx';
import type { Desk } from './desk-types.ts';
import { labelCounts, labelKey, labelsOfSelection } from './shape-facts.ts';
import styles from './panels.module.css';

/** From so many labels on there is a field to find one. */
const manyLabels = 12;

function LabelRow(props: { label: Label; keyName: string | null; count: number; isOn: boolean; onPick: () => void }) {
  const { label, keyName, count, isOn, onPick } = props;
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={isOn}
      title={keyName ? `${label.name} · ${t('annotation.labelKey', { key: keyName })}` : label.name}
      onClick={onPick}
    >
      <i className={styles.swatch} style={{ background: label.color }} />
      <span className="ellipsis">{label.name}</span>
      <span className={`${styles.count} num`}>{count}</span>
      {keyName ? <kbd className={styles.key}>{keyName}</kbd> : <i className={styles.noKey} />}
    </button>
  );
}

/** The labels of what is selected, else the one that new shapes get. */
const useCurrentLabels = (desk: Desk, shapes: readonly Shape[]): ReadonlySet<number | null> => {
  const { ids } = useStore(desk.selection);
  const drawing = useStore(desk.mode)?.labelId ?? null;
  return useMemo(() => labelsOfSelection(shapes, ids, drawing), [shapes, ids, drawing]);
};

export function LabelPanel({ desk, datasetId }: { desk: Desk; datasetId: number }) {
  const { t } = useTranslation();
  const labels = useStore(desk.labels);
  const shapes = useStore(desk.shapes);
  const [isAdding, setAdding] = useState(false);
  const [wanted, setWanted] = useState('');
  const counts = useMemo(() => labelCounts(shapes), [shapes]);
  const current = useCurrentLabels(desk, shapes);
  const shown = labels.filter((label) => label.name.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <section className={styles.section} aria-label={t('annotation.labels')}>
      <h2 className={styles.title}>
        {t('annotation.labels')}
        <Button
          size="small"
          type="text"
          icon={<PlusOutlined />}
          aria-label={t('annotation.addLabel')}
          title={t('annotation.addLabel')}
          disabled={labels.length >= limits.labelsPerDataset}
          onClick={() => setAdding(!isAdding)}
        />
      </h2>
      {isAdding ? (
        <AddLabel
          datasetId={datasetId}
          labels={labels}
          onAdded={(label) => {
            desk.addLabel(label);
            setAdding(false);
            desk.focus();
          }}
          onCancel={() => setAdding(false)}
        />
      ) : null}
      {labels.length > manyLabels ? (
        <TextField
          size="small"
          allowClear
          value={wanted}
          placeholder={t('annotation.findLabel')}
          aria-label={t('annotation.findLabel')}
          onChange={setWanted}
        />
      ) : null}
      <div className={styles.labels}>
        {shown.map((label) => (
          <LabelRow
            key={label.id}
            label={label}
            keyName={labelKey(labels.indexOf(label))}
            count={counts.get(label.id) ?? 0}
            isOn={current.has(label.id)}
            onPick={() => desk.editor()?.setLabel(label.id)}
          />
        ))}
      </div>
    </section>
  );
}
