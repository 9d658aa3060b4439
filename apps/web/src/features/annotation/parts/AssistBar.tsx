/**
 * Over the image while an object is pointed at: what the next click says, and what ends it. The keys do the same. Before the
 * first click it says what a click does.
 */
import {
  CheckOutlined,
  CloseOutlined,
  LoadingOutlined,
  MinusCircleFilled,
  PlusCircleFilled,
  UndoOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import { useKeys } from '../keys/use-keys.ts';
import styles from './assist.module.css';
import type { Cursor, Mode } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';

type Pointing = NonNullable<Mode['pointing']>;

/** The part of the height in sight that the bar takes, with some room. */
const barPart = 0.12;

/** What was pointed at reaches below the bar, and not up to where it would lie otherwise. */
const isCovered = ({ top, bottom }: Pointing, [, from, , to]: Cursor['sight']): boolean => {
  const room = (to - from) * barPart;
  return bottom > to - room && top > from + room;
};

interface AssistBarProps {
  desk: Pick<Desk, 'mode' | 'cursor' | 'editor' | 'focus'>;
}

export function AssistBar({ desk }: AssistBarProps) {
  const { t } = useTranslation();
  const pointing = useStore(desk.mode)?.pointing ?? null;
  if (!pointing) return null;
  if (pointing.count > 0) return <Bar desk={desk} pointing={pointing} />;
  return (
    <p role="note" className={`${styles.bar} ${styles.hint}`}>
      {t('annotation.assist.hint')}
    </p>
  );
}

function Bar({ desk, pointing }: AssistBarProps & { pointing: Pointing }) {
  const { t } = useTranslation();
  const { named } = useKeys();
  const isUp = isCovered(pointing, useStore(desk.cursor).sight);
  const { isGround, isWaiting, hasOutline } = pointing;
  const run = (command: 'draw.finish' | 'draw.back' | 'cancel') => () => {
    desk.editor()?.run(command);
    desk.focus();
  };
  const say = (ground: boolean) => () => {
    desk.editor()?.pointAt(ground);
    desk.focus();
  };
  return (
    <div role="toolbar" aria-label={t('annotation.assist.title')} className={styles.bar} data-up={isUp}>
      <div className={styles.choice}>
        <button
          type="button"
          aria-label={t('annotation.assist.object')}
          aria-pressed={!isGround}
          title={t('annotation.assist.objectTip')}
          onClick={say(false)}
        >
          <PlusCircleFilled className={styles.object} /> {t('annotation.assist.object')}
        </button>
        <button
          type="button"
          aria-label={t('annotation.assist.ground')}
          aria-pressed={isGround}
          title={t('annotation.assist.groundTip')}
          onClick={say(true)}
        >
          <MinusCircleFilled className={styles.ground} /> {t('annotation.assist.ground')}
        </button>
      </div>
      <button
        type="button"
        aria-label={t('annotation.assist.back')}
        title={named(t('annotation.assist.back'), 'draw.back')}
        onClick={run('draw.back')}
      >
        <UndoOutlined /> {t('annotation.assist.back')}
      </button>
      <button
        type="button"
        className={styles.accept}
        aria-label={t('annotation.assist.accept')}
        disabled={!hasOutline && !isWaiting}
        title={named(t('annotation.assist.accept'), 'draw.finish')}
        onClick={run('draw.finish')}
      >
        {isWaiting ? <LoadingOutlined spin /> : <CheckOutlined />} {t('annotation.assist.accept')}
      </button>
      <button
        type="button"
        aria-label={t('annotation.assist.cancel')}
        title={named(t('annotation.assist.cancel'), 'cancel')}
        onClick={run('cancel')}
      >
        <CloseOutlined />
      </button>
      <output className={styles.hidden} aria-live="polite">
        {isWaiting ? '' : t(hasOutline ? 'annotation.assist.found' : 'annotation.assist.nothing')}
      </output>
    </div>
  );
}
