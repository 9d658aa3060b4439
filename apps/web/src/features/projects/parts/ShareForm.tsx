/** Shares a project with one more person: who, at which level. */
import type { MemberLevel, Person } from '@loupe/contract';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../../core/debounced.ts';
import { contractText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { LevelSelect } from './LevelSelect.tsx';
import styles from './sharing.module.css';

const askAfterMs = 250;

const nameOf = ({ name, account }: Person): string => (name === account ? name : `${name} (${account})`);

interface Chosen {
  value: number;
  label: string;
}

export function ShareForm(props: {
  projectId: number;
  /** True once it is shared. */
  onShare: (userId: number, level: MemberLevel) => Promise<boolean>;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [level, setLevel] = useState<MemberLevel>('annotator');
  const [isBusy, setBusy] = useState(false);
  const text = useDebounced(typed.trim(), askAfterMs);
  const found = useApi('memberSearch', { id: props.projectId, text }, { enabled: text !== '' });
  const share = async () => {
    if (!chosen || isBusy) return;
    setBusy(true);
    if (await props.onShare(chosen.value, level)) setChosen(null);
    setBusy(false);
  };
  const people = text === '' ? [] : (found.data ?? []);
  const nothing =
    text === '' ? t('projects.typeToSearch') : found.isFetching ? contractText('loading') : t('projects.noPerson');
  return (
    <div className={styles.form}>
      <Select<Chosen>
        className={styles.who!}
        aria-label={t('projects.sharePerson')}
        placeholder={t('projects.personPlaceholder')}
        labelInValue
        allowClear
        value={chosen}
        options={people.map((person) => ({ value: person.userId, label: nameOf(person) }))}
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        notFoundContent={nothing}
        onChange={(next) => {
          setChosen(next ?? null);
          setTyped('');
        }}
      />
      <LevelSelect label={t('projects.level')} value={level} onChange={setLevel} />
      <Button type="primary" disabled={chosen === null} loading={isBusy} onClick={() => void share()}>
        {t('projects.share')}
      </Button>
    </div>
  );
}
