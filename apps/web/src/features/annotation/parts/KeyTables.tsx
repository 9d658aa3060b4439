/** All keys, drawn from the same table that handles them, and what the mouse does. */
import { useTranslation } from 'react-i18next';
import type { ShapeKind } from '@loupe/contract';
import {
  keymap,
  markingCommands,
  readingCommands,
  toolsFor,
  type Binding,
  type CommandGroup,
} from '../../../canvas/index.ts';
import { useText } from '../../../core/i18n.ts';
import styles from './help.module.css';

/** About as many rows in each column, so that all are seen at once on a low screen. */
const columns: readonly (readonly (CommandGroup | 'mouse')[])[] = [
  ['tool', 'draw', 'text', 'mouse'],
  ['edit', 'prediction'],
  ['label', 'image', 'view'],
];
const mouse = ['wheel', 'shiftWheel', 'altWheel', 'middle', 'alt', 'shift', 'double'] as const;

/** Short where keys are many: a run of numbers by its ends, arrows behind the one key that is held with all of them. */
const shortKeys = (keys: readonly string[]): readonly string[] => {
  if (keys.length > 4) return [keys[0]!, '…', keys.at(-1)!];
  const isHeld = keys.length > 2 && keys.every((key) => key.startsWith('Shift+'));
  return isHeld ? ['Shift', '+', ...keys.map((key) => key.slice(6))] : keys;
};

function Keys({ keys }: { keys: readonly string[] }) {
  const shown = shortKeys(keys);
  return (
    <dt>
      {shown.map((key) => (key === '…' || key === '+' ? <span key={key}>{key}</span> : <kbd key={key}>{key}</kbd>))}
    </dt>
  );
}

function MouseRows() {
  const { t } = useTranslation();
  return mouse.map((name) => (
    <div key={name}>
      <dt>
        <kbd>{t(`annotation.mouse.${name}`)}</kbd>
      </dt>
      <dd>{t(`annotation.mouse.${name}Text`)}</dd>
    </div>
  ));
}

/** What a key does on these images at all. */
export interface KeyScope {
  isMarked: boolean;
  /** What the data set takes; undefined until it is known. */
  kinds: readonly ShapeKind[] | undefined;
}

function applies({ command }: Binding, { isMarked, kinds }: KeyScope): boolean {
  if (!isMarked && markingCommands.has(command)) return false;
  if (!kinds) return true;
  if (readingCommands.has(command)) return kinds.includes('quad');
  return !command.startsWith('tool.') || toolsFor(kinds).some(({ id }) => command === `tool.${id}`);
}

const rowsOf = (group: CommandGroup | 'mouse', scope: KeyScope): readonly Binding[] =>
  keymap.filter((row) => row.group === group && applies(row, scope));

function KeyRows({ rows }: { rows: readonly Binding[] }) {
  const { t } = useTranslation();
  const text = useText();
  return rows.map((row) => (
    <div key={`${row.command}-${row.when}`}>
      <Keys keys={row.keys} />
      <dd>{typeof row.title === 'string' ? t(row.title) : text(row.title)}</dd>
    </div>
  ));
}

export function KeyTables(scope: KeyScope) {
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <section className={styles.columns} aria-label={t('annotation.helpTitle')} tabIndex={0}>
      {columns.map((groups) => (
        <div key={groups[0]}>
          {groups
            .map((group) => ({ group, rows: rowsOf(group, scope) }))
            .filter(({ group, rows }) => group === 'mouse' || rows.length > 0)
            .map(({ group, rows }) => (
              <section key={group} className={styles.group}>
                <h3>{t(`annotation.helpGroups.${group}`)}</h3>
                <dl>{group === 'mouse' ? <MouseRows /> : <KeyRows rows={rows} />}</dl>
              </section>
            ))}
        </div>
      ))}
    </section>
  );
}
