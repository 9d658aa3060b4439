/** A command with its keys. Rows of many places are short until they are opened. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFixed, isSlotted, type Binding } from '../../../canvas/index.ts';
import { KeyPlace } from './KeyPlace.tsx';
import styles from './keys.module.css';

/** More than these are shown as a run. */
const mostShown = 3;
/** Keys of one command, of which more are only in the way. */
const mostKeys = 4;

/** Arrows behind the one key that is held with all of them; a run by its ends. */
const short = (keys: readonly string[]): readonly string[] => {
  const isHeld = keys.every((key) => key.startsWith('Shift+'));
  if (keys.length > 4) return [keys[0]!, '…', keys.at(-1)!];
  return isHeld ? ['Shift', ...keys.map((key) => key.slice('Shift+'.length))] : keys;
};

const Shown = ({ keys }: { keys: readonly string[] }) =>
  short(keys).map((key) => (key === '…' ? <span key={key}>{key}</span> : <kbd key={key}>{key || '–'}</kbd>));

export interface KeyRowProps {
  row: Binding;
  text: string;
  onKey: (place: number, key: string) => void;
  onRemove: (place: number) => void;
}

export function KeyRow({ row, text, onKey, onRemove }: KeyRowProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isMany = isSlotted(row.command) && row.keys.length > mostShown;
  const canAdd = !isFixed(row.command) && !isSlotted(row.command) && row.keys.length < mostKeys;
  return (
    <div className={row.keys.length === 0 ? styles.bare : ''}>
      <dt>
        {isFixed(row.command) ? (
          <span className={styles.fixed} title={t('keys.fixed')}>
            <Shown keys={row.keys} />
          </span>
        ) : isMany ? (
          <button
            type="button"
            className={styles.many}
            aria-expanded={isOpen}
            title={t('keys.places', { text })}
            onClick={() => setOpen(!isOpen)}
          >
            <Shown keys={row.keys} />
            <span className="sr-only"> {t('keys.places', { text })}</span>
          </button>
        ) : (
          <>
            {row.keys.map((key, place) => (
              <KeyPlace
                // oxlint-disable-next-line react/no-array-index-key -- the place is what is meant
                key={place}
                name={key}
                text={text}
                onKey={(next) => onKey(place, next)}
                onRemove={() => onRemove(place)}
              />
            ))}
          </>
        )}
      </dt>
      <dd>
        <span>{text}</span>
        {canAdd ? <KeyPlace isNew name="" text={text} onKey={(next) => onKey(row.keys.length, next)} /> : null}
        {isMany && isOpen ? (
          <span className={styles.places}>
            {row.keys.map((key, place) => (
              <KeyPlace
                // oxlint-disable-next-line react/no-array-index-key -- the place is what is meant
                key={place}
                name={key}
                text={t('keys.place', { text, n: place + 1 })}
                onKey={(next) => onKey(place, next)}
                onRemove={() => onRemove(place)}
              />
            ))}
          </span>
        ) : null}
      </dd>
    </div>
  );
}
