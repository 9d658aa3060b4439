/** The labels of a data set that does not exist yet: rows of name and colour, each new one in the next colour. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { limits, type LabelDraft } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/fields.tsx';
import { nextLabelColor } from '../../../ui/tokens.ts';
import { LabelColor } from './LabelColor.tsx';
import styles from './labels.module.css';

export interface Draft extends LabelDraft {
  key: number;
}
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
  return (
    <div className={styles.drafts}>
      {drafts.map((draft) => (
        <div key={draft.key} className={styles.draft}>
          <LabelColor value={draft.color} onChange={(color) => set(draft.key, { color })} />
          <TextField
            aria-label={t('datasets.labelName')}
            placeholder={t('datasets.labelName')}
            maxLength={limits.nameShort}
            value={draft.name}
            onChange={(name) => set(draft.key, { name })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('ui.delete')}
            onClick={() => onChange(drafts.filter((d) => d.key !== draft.key))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={drafts.length >= limits.labelsPerDataset}
        onClick={() => onChange([...drafts, newDraft(drafts)])}
      >
        {t('datasets.addLabel')}
      </Button>
    </div>
  );
}
