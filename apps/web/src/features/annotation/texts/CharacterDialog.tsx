/** The characters that have been typed in the data set, against those of a set that a reader is wanted for. */
import { Input, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { useText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { characterSets, compareCharacters, fewExamples, type SeenCharacter } from './characters.ts';
import styles from './texts.module.css';
import type { TextRules } from './use-text-rules.ts';

const ownSet = 'own';
const mostOwn = 2000;

function Cells({ title, cells }: { title: string; cells: readonly SeenCharacter[] }) {
  if (cells.length === 0) return null;
  return (
    <section>
      <h3>
        {title} <span className="num">({formatCount(cells.length)})</span>
      </h3>
      <ul className={styles.cells}>
        {cells.map(({ character, count }) => (
          <li key={character} data-count={count === 0 ? 'none' : count < fewExamples ? 'few' : 'enough'}>
            <b>{character}</b>
            <span className="num">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Table({ datasetId, wanted }: { datasetId: number; wanted: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useApi('datasetCharacters', { datasetId }, { enabled: datasetId > 0, silent: true });
  const rows = useMemo(() => compareCharacters(data?.characters ?? [], wanted), [data, wanted]);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <p className={styles.summary}>
        {t('typing.summary', {
          typed: formatCount(data.typed),
          untyped: formatCount(data.untyped),
          ignored: formatCount(data.ignored),
        })}
      </p>
      <Cells title={t('typing.missing')} cells={rows.missing.map((character) => ({ character, count: 0 }))} />
      <Cells title={t('typing.present')} cells={rows.present} />
      <Cells title={t('typing.beyond')} cells={rows.beyond} />
    </>
  );
}

export function CharacterDialog(props: { datasetId: number; rules: TextRules; isOpen: boolean; onClose: () => void }) {
  const { datasetId, rules, isOpen, onClose } = props;
  const { t } = useTranslation();
  const text = useText();
  const { set, characters } = rules.settings;
  const isOwn = set === ownSet;
  const wanted = isOwn ? characters : (characterSets.find(({ id }) => id === set)?.characters ?? '');
  return (
    <DraggableModal open={isOpen} title={t('typing.charactersTitle')} footer={null} onCancel={onClose}>
      <div className={styles.characters}>
        <Select
          value={set}
          aria-label={t('typing.set')}
          options={[
            ...characterSets.map(({ id, name }) => ({ value: id, label: text(name) })),
            { value: ownSet, label: t('typing.setOwn') },
          ]}
          onChange={(next) => rules.change({ set: next })}
        />
        {isOwn ? (
          <Input.TextArea
            value={characters}
            maxLength={mostOwn}
            autoSize={{ minRows: 2, maxRows: 4 }}
            aria-label={t('typing.setOwn')}
            placeholder={t('typing.setOwnHelp')}
            onChange={(event) => rules.change({ characters: event.target.value })}
          />
        ) : null}
        {isOpen ? <Table datasetId={datasetId} wanted={wanted} /> : null}
      </div>
    </DraggableModal>
  );
}
