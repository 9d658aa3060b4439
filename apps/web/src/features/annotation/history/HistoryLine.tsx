/** A line of the history: what was done, who and when; it can be gone back to, and shows each of the changes that it stands for. */
import { DownOutlined, RightOutlined, RollbackOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entryOf, type HistoryEntry } from './entries.ts';
import styles from './history.module.css';
import type { Moment, usePast } from './use-past.ts';

export interface LineProps {
  moment: Moment;
  words: string;
  /** Of changes that are alike, which the line stands for. */
  count?: number;
  color: string | undefined;
  hint: string;
  isNow: boolean;
  past: ReturnType<typeof usePast>;
  mayRestore: boolean;
  /** Shows each of them; none where there is but one. */
  steps?: { isOpen: boolean; toggle: () => void };
}

export function Line({ moment, words, count = 1, color, hint, isNow, past, mayRestore, steps }: LineProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isTipOpen, setTipOpen] = useState(false);
  const pointed = { onMouseEnter: () => setTipOpen(true), onMouseLeave: () => setTipOpen(false) };
  return (
    // beside the list: at the button it would cover this line and its neighbours
    <Tooltip title={t('history.restoreTip')} placement="left" open={isTipOpen}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.moment}
          aria-labelledby={id}
          onMouseEnter={() => past.point(moment)}
          onMouseLeave={past.leave}
          onFocus={() => past.point(moment)}
          onBlur={past.leave}
        >
          <i className={styles.swatch} style={{ background: color ?? 'transparent' }} />
          <span id={id} className={styles.words}>
            <span>
              {words}
              {count > 1 ? <b className="num"> ×{count}</b> : null}
            </span>
            <span className={styles.hint}>{hint}</span>
          </span>
        </button>
        {steps ? (
          <Button
            size="small"
            type="text"
            icon={steps.isOpen ? <DownOutlined /> : <RightOutlined />}
            aria-expanded={steps.isOpen}
            aria-label={`${t('history.steps')}: ${words}, ${hint}`}
            title={t('history.steps')}
            onClick={steps.toggle}
          />
        ) : null}
        {mayRestore && !isNow ? (
          <Button
            size="small"
            type="text"
            className={styles.restore!}
            icon={<RollbackOutlined />}
            aria-label={`${t('history.restore')}: ${words}, ${hint}`}
            {...pointed}
            onFocus={() => setTipOpen(true)}
            onBlur={() => setTipOpen(false)}
            onClick={() => {
              setTipOpen(false);
              past.restore(moment);
            }}
          />
        ) : null}
      </div>
    </Tooltip>
  );
}

export type LineOf = (entry: HistoryEntry, isNow: boolean) => LineProps;

/** Changes that are alike, as one line or each of them. */
export function Entry({ entry, lineOf, isNewest }: { entry: HistoryEntry; lineOf: LineOf; isNewest: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { steps } = entry;
  const line = lineOf(entry, isNewest);
  if (steps.length === 1) return <Line {...line} />;
  return (
    <>
      <Line {...line} count={steps.length} steps={{ isOpen, toggle: () => setOpen(!isOpen) }} />
      {isOpen ? (
        <ol className={styles.steps}>
          {steps.map((step, i) => (
            <li key={step.seq}>
              <Line {...lineOf(entryOf(step), isNewest && i === 0)} />
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}
