/** Over the image while an object is pointed at: what the next click says, and what ends it. The keys do the same. */
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
import type { Desk } from './desk-types.ts';

export function AssistBar({ desk }: { desk: Pick<Desk, 'mode' | 'editor' | 'focus'> }) {
  const { t } = useTranslation();
  const { named } = useKeys();
  const pointing = useStore(desk.mode)?.pointing ?? null;
  if (!pointing || pointing.count === 0) return null;
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
    <div role="toolbar" aria-label={t('annotation.assist.title')} className={styles.bar}>
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
