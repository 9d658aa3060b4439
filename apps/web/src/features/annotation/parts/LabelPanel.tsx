/** Labels with their number keys and how often each stands on this image. A click does what the key does. */
import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { limits, type Label, type Shape } from '@loupe/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import { TextField } from '../../../ui/fields.tsx';
import { AddLabel } from './AddLabel.tsx';
import { useKeys } from '../keys/use-keys.ts';
import type { Desk } from './desk-types.ts';
import { labelCounts, labelsAimedAt } from './shape-facts.ts';
import { UnusedLabels } from './UnusedLabels.tsx';
import { useUnusedLabels } from './use-unused-labels.ts';
import styles from './panels.module.css';

/** From so many labels on there is a field to find one. */
const manyLabels = 12;

function LabelRow(props: {
  label: Label;
  keyName: string | null;
  count: number;
  isOn: boolean;
  /** Not lit, but what the next shape will get. */
  isNext: boolean;
  /** No shape of the data set has it. */
  isUnused: boolean;
  onPick: () => void;
}) {
  const { label, keyName, count, isOn, isNext, isUnused, onPick } = props;
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
      {isNext ? <EditOutlined className={styles.next} title={t('annotation.nextLabel')} /> : null}
      {isUnused ? (
        <span className={styles.unused} title={t('annotation.unused.help')}>
          {t('annotation.unused.mark')}
        </span>
      ) : (
        <span className={`${styles.count} num`}>{count}</span>
      )}
      {keyName ? <kbd className={styles.key}>{keyName}</kbd> : <i className={styles.noKey} />}
    </button>
  );
}

/** What a click or a key sets now, and which labels that has. */
const useAim = (desk: Desk, shapes: readonly Shape[]) => {
  const { ids } = useStore(desk.selection);
  const mode = useStore(desk.mode);
  const drawing = mode?.labelId ?? null;
  const target = mode?.labelTarget ?? 'new';
  const lit = useMemo(() => labelsAimedAt(shapes, ids, drawing, target), [shapes, ids, drawing, target]);
  return { lit, drawing, target, count: ids.length };
};

export function LabelPanel({ desk, datasetId, mayAdd }: { desk: Desk; datasetId: number; mayAdd: boolean }) {
  const { t } = useTranslation();
  const { keyOf } = useKeys();
  const labels = useStore(desk.labels);
  const shapes = useStore(desk.shapes);
  const mayAnnotate = useStore(desk.mayAnnotate);
  const [isAdding, setAdding] = useState(false);
  const [wanted, setWanted] = useState('');
  const counts = useMemo(() => labelCounts(shapes), [shapes]);
  const aim = useAim(desk, shapes);
  const unused = useUnusedLabels(desk, datasetId, mayAdd);
  const shown = labels.filter((label) => label.name.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <section
      className={styles.section}
      aria-label={t('annotation.labels')}
      data-tour={mayAnnotate ? 'labelPanel' : undefined}
    >
      <h2 className={styles.title}>
        <span>
          {t('annotation.labels')}
          {' · '}
          {aim.target === 'new' ? t('annotation.labelsOfNew') : t('annotation.labelsOfSelected', { count: aim.count })}
        </span>
        {mayAdd ? (
          <Button
            size="small"
            type="text"
            icon={<PlusOutlined />}
            aria-label={t('annotation.addLabel')}
            title={t('annotation.addLabel')}
            disabled={labels.length >= limits.labelsPerDataset}
            onClick={() => setAdding(!isAdding)}
          />
        ) : null}
      </h2>
      {isAdding && mayAdd ? (
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
            keyName={keyOf('label', labels.indexOf(label)) || null}
            count={counts.get(label.id) ?? 0}
            isOn={aim.lit.has(label.id)}
            isUnused={unused.ids.has(label.id)}
            isNext={aim.target === 'selection' && label.id === aim.drawing}
            onPick={() => desk.editor()?.pickLabel(label.id)}
          />
        ))}
      </div>
      {mayAdd ? <UnusedLabels desk={desk} datasetId={datasetId} unused={unused} /> : null}
    </section>
  );
}
