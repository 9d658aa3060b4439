/** A new label without leaving the image: a name and Enter; its colour is the next free one of the palette. */
import { PlusOutlined } from '@ant-design/icons';
import type { Label } from '@loupe/contract';
import { Button, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { nameFault, nameFaultText, shortName, type NameFault } from '../../../ui/name-rule.ts';
import { NameField } from '../../../ui/NameField.tsx';
import { nextLabelColor } from '../../../ui/tokens.ts';
import styles from './panels.module.css';

export interface AddLabelProps {
  datasetId: number;
  labels: readonly Label[];
  onAdded: (label: Label) => void;
  onCancel?: () => void;
}

export function AddLabel({ datasetId, labels, onAdded, onCancel }: AddLabelProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<NameFault | null>(null);
  const field = useRef<InputRef>(null);
  useEffect(() => field.current?.focus(), []);
  const add = useApiMutation('labelAdd', { invalidates: ['datasetInfo', 'datasetList'] });
  const submit = () => {
    const typed = name.trim();
    const found = nameFault(typed, shortName);
    setFault(found);
    if (found) return;
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
      <NameField
        ref={field}
        size="small"
        rule={shortName}
        value={name}
        status={fault ? 'error' : ''}
        placeholder={t('annotation.labelName')}
        aria-label={t('annotation.labelName')}
        aria-invalid={fault !== null}
        onChange={(text) => {
          setName(text);
          setFault(null);
        }}
        onKeyDown={(e) => {
          if (e.key === 'Enter' && !e.nativeEvent.isComposing) submit();
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
      {fault ? (
        <p className={styles.wrong} role="alert">
          {nameFaultText(fault, shortName)}
        </p>
      ) : null}
    </div>
  );
}
