/** Review of the shown image: its state, whose word that is, the remark, and what this person may say. */
import { AuditOutlined, RightOutlined } from '@ant-design/icons';
import type { ReviewActionId } from '@loupe/contract';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contractText } from '../../../core/i18n.ts';
import { formatDateTime } from '../../../core/format.ts';
import { useStore } from '../../../core/store.ts';
import { ReviewTag } from '../../../ui/ReviewTag.tsx';
import { useKeys } from '../keys/use-keys.ts';
import type { Desk } from '../parts/desk-types.ts';
import panels from '../parts/panels.module.css';
import { hindranceOf, mainWordOf } from './main-word.ts';
import styles from './review.module.css';
import type { ReviewUse } from './use-review.ts';

interface PanelProps {
  desk: Desk;
  use: ReviewUse;
}

function Word({ desk, use, action, isMain }: PanelProps & { action: ReviewActionId; isMain: boolean }) {
  const { t } = useTranslation();
  const { named } = useKeys();
  const why = hindranceOf(useStore(desk.mode), use.review, action);
  const hindrance = why && contractText(why);
  const command = `review.${action}` as const;
  return (
    <Tooltip placement="left" title={hindrance ?? named(t(`review.tips.${action}`), command)}>
      <Button
        size="small"
        type={isMain ? 'primary' : 'default'}
        disabled={use.isBusy || hindrance !== null}
        onClick={() => use.onReview(command)}
      >
        {t(`review.actions.${action}`)}
      </Button>
    </Tooltip>
  );
}

/** The tip stands beside the panel: above the button it would cover the bar on top, and before it what the panel says. */
function Title({ use }: Pick<PanelProps, 'use'>) {
  const { t } = useTranslation();
  const { named } = useKeys();
  const [isTipOpen, setTipOpen] = useState(false);
  return (
    <Tooltip title={named(t('review.next'), 'review.next')} placement="left" open={isTipOpen}>
      <h2 className={panels.title}>
        <span>{t('review.title')}</span>
        {use.may('accept') ? (
          <Button
            size="small"
            type="text"
            className={styles.next!}
            icon={
              <>
                <AuditOutlined />
                <RightOutlined />
              </>
            }
            aria-label={t('review.next')}
            onMouseEnter={() => setTipOpen(true)}
            onMouseLeave={() => setTipOpen(false)}
            onFocus={() => setTipOpen(true)}
            onBlur={() => setTipOpen(false)}
            onClick={() => use.onReview('review.next')}
          />
        ) : null}
      </h2>
    </Tooltip>
  );
}

const actions: readonly ReviewActionId[] = ['submit', 'accept', 'return'];

export function ReviewPanel({ desk, use }: PanelProps) {
  const { t } = useTranslation();
  const { review } = use;
  const main = mainWordOf(useStore(desk.mode), review, use.may);
  if (review === null) return null;
  const { state, by, at, remark } = review;
  const offered = actions.filter(use.can);
  const who = by ?? t('history.nobody');
  return (
    <section className={panels.section} aria-label={t('review.title')} data-testid="review">
      <Title use={use} />
      <div className={styles.state}>
        {state === null ? <span className={styles.none}>{t('review.none')}</span> : <ReviewTag state={state} />}
        {at === null ? null : (
          <span className={`${styles.who} num`}>
            {who} · <time dateTime={at}>{formatDateTime(at)}</time>
          </span>
        )}
      </div>
      {remark ? <p className={styles.remark}>{remark}</p> : null}
      {offered.length > 0 ? (
        <div className={styles.buttons}>
          {offered.map((action) => (
            <Word key={action} desk={desk} use={use} action={action} isMain={action === main} />
          ))}
        </div>
      ) : null}
    </section>
  );
}
