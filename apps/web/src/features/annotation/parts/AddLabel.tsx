/** A new label without leaving the picture: a name and Enter; its colour is the next free one of the palette. */
import { PlusOutlined } from '@ant-design/icons';
import { limits, patterns, type Label } from '@loupe/contract';
import { Button, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { TextField } from '../../../ui/fields.tsx';
import { nextLabelColor } from '../../../ui/tokens.ts';
import styles from './panels.module.css';

const isName = (name: string): boolean => name.length <= limits.nameShort && patterns.name.test(name);

export interface AddLabelProps {
  datasetId: number;
  labels: readonly Label[];
  onAdded: (label: Label) => void;
  onCancel?: () => void;
}

export function AddLabel({ datasetId, labels, onAdded, onCancel }: AddLabelProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<InputRef>(null);
  useEffect(() => field.current?.focus(), []);
  const add = useApiMutation('labelAdd', { invalidates: ['datasetInfo', 'datasetList'] });
  const submit = () => {
    const typed = name.trim();
    if (!isName(typed)) return setWrong(true);
    add.mutate(
      { datasetId, name: typed, color: nextLabelColor(labels.map((label) => label.color)) },
      {
        onSuccess: (label) => {
          setName('');
          onAdded(label);
        },
        onError: () => field.current?.focus(),
      },
    );
  };
  return (
    <div className={styles.add}>
      <i className={styles.swatch} style={{ background: nextLabelColor(labels.map((label) => label.color)) }} />
      <TextField
        ref={field}
        size="small"
        value={name}
        status={isWrong ? 'error' : ''}
        maxLength={limits.nameShort}
        placeholder={t('annotation.labelName')}
        aria-label={t('annotation.labelName')}
        aria-invalid={isWrong}
        onChange={(text) => {
          setName(text);
          setWrong(false);
        }}
        onPressEnter={submit}
        onKeyDown={(e) => {
          if (e.key === 'Escape') onCancel?.();
        }}
      />
      <Button
        size="small"
        icon={<PlusOutlined />}
        aria-label={t('annotation.addLabel')}
        loading={add.isPending}
        onClick={submit}
      />
      {isWrong ? (
        <p className={styles.wrong} role="alert">
          {t('ui.nameRule', { max: limits.nameShort })}
        </p>
      ) : null}
    </div>
  );
}
