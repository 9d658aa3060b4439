/** The labels of a data set that does not exist yet: rows of name and colour; Enter in a name leads to the next row. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { limits, type LabelDraft } from '@loupe/contract';
import { Button, Form, type InputRef } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { shortName } from '../../../ui/name-rule.ts';
import { NameField } from '../../../ui/NameField.tsx';
import { nextLabelColor } from '../../../ui/tokens.ts';
import { faultyRows } from './label-rules.ts';
import { LabelColor } from './LabelColor.tsx';
import styles from './labels.module.css';

export interface Draft extends LabelDraft {
  key: number;
}
const takeFocus = (field: InputRef | null): void => field?.focus();

let lastKey = 0;
export const newDraft = (taken: readonly Draft[]): Draft => {
  lastKey += 1;
  return { key: lastKey, name: '', color: nextLabelColor(taken.map((d) => d.color)) };
};

export function LabelDrafts(props: { value?: Draft[]; onChange?: (drafts: Draft[]) => void }) {
  const { value: drafts = [], onChange = () => {} } = props;
  const { t } = useTranslation();
  const set = (key: number, change: Partial<LabelDraft>) =>
    onChange(drafts.map((d) => (d.key === key ? { ...d, ...change } : d)));
  // The row that was added last, which takes the cursor.
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    if (drafts.length >= limits.labelsPerDataset) return;
    const draft = newDraft(drafts);
    setAdded(draft.key);
    onChange([...drafts, draft]);
  };
  const onEnter = (e: KeyboardEvent<HTMLInputElement>, at: number) => {
    // In an empty last row there is no more to come: the dialog follows Enter then.
    if (e.key !== 'Enter' || e.nativeEvent.isComposing || drafts[at]!.name.trim() === '') return;
    e.stopPropagation();
    const rows = e.currentTarget.closest(`.${styles.drafts}`)?.querySelectorAll<HTMLInputElement>('input[type=text]');
    const next = rows?.[at + 1];
    if (next) next.focus();
    else add();
  };
  // Once the form has found a fault its rows are marked, and not the others.
  const { errors } = Form.Item.useStatus();
  const faulty = errors.length > 0 ? faultyRows(drafts) : new Set<number>();
  return (
    <div className={styles.drafts}>
      {drafts.map((draft, at) => (
        <div key={draft.key} className={styles.draft}>
          <LabelColor value={draft.color} onChange={(color) => set(draft.key, { color })} />
          <NameField
            rule={shortName}
            aria-label={t('datasets.labelName')}
            placeholder={t('datasets.labelName')}
            ref={draft.key === added ? takeFocus : null}
            value={draft.name}
            status={faulty.has(at) ? 'error' : ''}
            onChange={(name) => set(draft.key, { name })}
            onKeyDown={(e) => onEnter(e, at)}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('ui.delete')}
            onClick={() => onChange(drafts.filter((d) => d.key !== draft.key))}
          />
        </div>
      ))}
      <Button type="dashed" icon={<PlusOutlined />} disabled={drafts.length >= limits.labelsPerDataset} onClick={add}>
        {t('datasets.addLabel')}
      </Button>
    </div>
  );
}
