/** The device that a training runs on; it is offered where the server has graphics cards. */
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/Page.tsx';
import styles from './train-form.module.css';
import type { TrainForm } from './use-train-form.ts';

export function DeviceCard({ form: { cards, draft, setDraft } }: { form: TrainForm }) {
  const { t } = useTranslation();
  const known = [
    { value: 'auto', label: t('tasks.deviceAuto') },
    { value: 'cpu', label: t('tasks.deviceCpu') },
    ...cards.map(({ device, name }, n) => ({ value: device, label: t('tasks.deviceGpu', { n, name }) })),
  ];
  // a card that is gone stays to be seen until another is chosen: the server says that it is not there
  const isKnown = known.some(({ value }) => value === draft.device);
  if (cards.length === 0 && draft.device === 'auto') return null;
  return (
    <Card title={t('tasks.device')}>
      <Select
        aria-label={t('tasks.device')}
        className={styles.start!}
        options={isKnown ? known : [...known, { value: draft.device, label: draft.device }]}
        value={draft.device}
        onChange={(device: string) => setDraft({ device })}
      />
      <p className="hint">{t('tasks.deviceHelp')}</p>
    </Card>
  );
}
