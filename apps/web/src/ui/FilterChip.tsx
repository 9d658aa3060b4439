/** `<FilterChip name count isOn onClick />`: one of several lists to choose from, with how many are in it. */
import { formatCount } from '../core/format.ts';
import styles from './FilterChip.module.css';

interface FilterChipProps {
  name: string;
  count: number;
  isOn: boolean;
  onClick: () => void;
}

export function FilterChip({ name, count, isOn, onClick }: FilterChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onClick}>
      {name}
      <b>{formatCount(count)}</b>
    </button>
  );
}
