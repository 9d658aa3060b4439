/** One choice of a radio group, as a card; the group around it says how the cards lie. */
import type { ReactNode } from 'react';
import styles from './RadioCard.module.css';

export function RadioCard(props: {
  /** Of the group: the browser joins the cards by it. */
  name: string;
  value: string;
  isOn: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const { name, value, isOn, disabled = false, onChoose, children } = props;
  return (
    <label className={styles.card} data-on={isOn}>
      <input type="radio" name={name} value={value} checked={isOn} disabled={disabled} onChange={onChoose} />
      {children}
    </label>
  );
}
