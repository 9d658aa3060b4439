/** One key of a command: pressed, it waits for another one. Del takes it away, Esc leaves it as it is. */
import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { keyName } from '../../../canvas/index.ts';
import styles from './keys.module.css';

const heldAlone = /^(Control|Shift|Alt|Meta|OS|CapsLock|Fn)/;

export interface KeyPlaceProps {
  /** '' for a place without a key. */
  name: string;
  /** What the key does. */
  text: string;
  /** Adds a key, instead of changing one. */
  isNew?: boolean;
  onKey: (key: string) => void;
  onRemove?: () => void;
}

export function KeyPlace({ name, text, isNew = false, onKey, onRemove }: KeyPlaceProps) {
  const { t } = useTranslation();
  const [isWaiting, setWaiting] = useState(false);
  const take = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (heldAlone.test(event.code)) return;
    setWaiting(false);
    if (event.code !== 'Escape') onKey(keyName(event));
  };
  const rest = (event: KeyboardEvent) => {
    if (!onRemove || !name || (event.code !== 'Delete' && event.code !== 'Backspace')) return;
    event.preventDefault();
    onRemove();
  };
  const label = isNew ? t('keys.add', { text }) : `${text}: ${name || t('keys.none')}`;
  return (
    <span className={isNew ? styles.added : styles.place}>
      <button
        type="button"
        className={`${styles.key} ${isNew ? styles.add : ''} ${isWaiting ? styles.waiting : ''}`}
        aria-label={isWaiting ? t('keys.press') : label}
        title={isNew ? label : t('keys.change')}
        onClick={() => setWaiting(true)}
        onBlur={() => setWaiting(false)}
        onKeyDown={isWaiting ? take : rest}
        // Space would press the button again when it is let go
        onKeyUp={(event) => event.preventDefault()}
      >
        {isWaiting ? t('keys.press') : isNew ? <PlusOutlined /> : name || '–'}
      </button>
      {isWaiting && onRemove && name ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.remove}
          aria-label={t('keys.remove', { text, key: name })}
          title={t('keys.remove', { text, key: name })}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            setWaiting(false);
            onRemove();
          }}
        >
          <CloseOutlined />
        </button>
      ) : null}
    </span>
  );
}
