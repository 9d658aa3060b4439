/** All keys, drawn from the same table that handles them, to be searched and changed; and what the mouse does. */
import { SearchOutlined, UndoOutlined } from '@ant-design/icons';
import { keyPresets, type ShapeKind } from '@loupe/contract';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  markingCommands,
  readingCommands,
  reviewCommands,
  toolsFor,
  type Binding,
  type Command,
  type CommandGroup,
} from '../../../canvas/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { KeyRow } from './KeyRow.tsx';
import styles from './keys.module.css';
import { useKeyChanges } from './use-key-changes.ts';

const groups: readonly CommandGroup[] = [
  'tool',
  'draw',
  'text',
  'edit',
  'prediction',
  'label',
  'image',
  'review',
  'view',
];
const mouse = ['wheel', 'shiftWheel', 'altWheel', 'middle', 'alt', 'shift', 'double'] as const;

/** What a key does on these images at all. */
export interface KeyScope {
  isMarked: boolean;
  /** Images are submitted, accepted, returned. */
  isReviewed: boolean;
  /** What the data set takes; undefined until it is known. */
  kinds: readonly ShapeKind[] | undefined;
}

function applies({ command }: Binding, { isMarked, isReviewed, kinds }: KeyScope): boolean {
  if (!isReviewed && reviewCommands.has(command)) return false;
  if (!isMarked && markingCommands.has(command)) return false;
  if (!kinds) return true;
  if (readingCommands.has(command)) return kinds.includes('quad');
  return !command.startsWith('tool.') || toolsFor(kinds).some(({ id }) => command === `tool.${id}`);
}

const holds = (wanted: string, ...texts: readonly string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(wanted));

interface Hint {
  key: string;
  text: string;
}

function useMouseRows(): Hint[] {
  const { t } = useTranslation();
  return mouse.map((name) => ({ key: t(`annotation.mouse.${name}`), text: t(`annotation.mouse.${name}Text`) }));
}

/** What clicks and keys say to Assist: a key that has another meaning elsewhere is in the table once, without it. */
function useAssistRows(table: readonly Binding[], { kinds }: KeyScope): Hint[] {
  const { t } = useTranslation();
  if (kinds && !toolsFor(kinds).some(({ id }) => id === 'assist')) return [];
  const keysOf = (command: Command) => table.find((row) => row.command === command)?.keys.filter(Boolean) ?? [];
  return [
    ...(['click', 'drag', 'ground'] as const).map((name) => ({
      key: t(`annotation.assist.${name}Key`),
      text: t(`annotation.assist.${name}Text`),
    })),
    { key: keysOf('draw.back').join(' '), text: t('annotation.assist.backText') },
    { key: keysOf('draw.finish').join(' '), text: t('annotation.assist.finishText') },
    { key: keysOf('cancel').join(' '), text: t('annotation.assist.cancelText') },
  ].filter(({ key }) => key !== '');
}

function HintRows({ title, rows }: { title: string; rows: readonly Hint[] }) {
  if (rows.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl>
        {rows.map(({ key, text }) => (
          <div key={text}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Bar(props: { wanted: string; onWanted: (text: string) => void; keys: ReturnType<typeof useKeyChanges> }) {
  const { wanted, onWanted, keys } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.bar}>
      <TextField
        className={styles.search!}
        prefix={<SearchOutlined />}
        allowClear
        value={wanted}
        placeholder={t('keys.find')}
        aria-label={t('keys.find')}
        onChange={onWanted}
      />
      <label htmlFor={id}>{t('keys.preset')}</label>
      <Select
        id={id}
        className={styles.preset!}
        value={keys.preset}
        options={keyPresets.map((value) => ({ value, label: t(`keys.presets.${value}`) }))}
        onChange={(next) => void keys.choose(next)}
      />
      <Button icon={<UndoOutlined />} disabled={!keys.isChanged} onClick={keys.reset}>
        {t('keys.reset')}
      </Button>
      <span className={styles.hint}>{t('keys.hint')}</span>
    </div>
  );
}

export function KeySheet(scope: KeyScope) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const keys = useKeyChanges();
  const wanted = text.trim().toLowerCase();
  const shown = keys.table.filter(
    (row) => applies(row, scope) && holds(wanted, keys.titleOf(row), ...row.keys.filter(Boolean)),
  );
  const isWanted = ({ key, text: what }: Hint) => holds(wanted, key, what);
  const assist = useAssistRows(keys.table, scope).filter(isWanted);
  const mouseRows = useMouseRows().filter(isWanted);
  return (
    <>
      <Bar wanted={text} onWanted={setText} keys={keys} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
      <section className={styles.columns} aria-label={t('annotation.helpTitle')} tabIndex={0}>
        {groups
          .map((group) => ({ group, rows: shown.filter((row) => row.group === group) }))
          .filter(({ rows }) => rows.length > 0)
          .map(({ group, rows }) => (
            <section key={group} className={styles.group}>
              <h3>{t(`annotation.helpGroups.${group}`)}</h3>
              <dl>
                {rows.map((row) => (
                  <KeyRow
                    key={row.command}
                    row={row}
                    text={keys.titleOf(row)}
                    onKey={(place, key) => keys.set(row.command, place, key)}
                    onRemove={(place) => keys.remove(row.command, place)}
                  />
                ))}
              </dl>
            </section>
          ))}
        <HintRows title={t('annotation.helpGroups.assist')} rows={assist} />
        <HintRows title={t('annotation.helpGroups.mouse')} rows={mouseRows} />
        {shown.length + assist.length + mouseRows.length === 0 ? (
          <p className={styles.nothing}>{t('keys.nothing', { text })}</p>
        ) : null}
      </section>
    </>
  );
}
