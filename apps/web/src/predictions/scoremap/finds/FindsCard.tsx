/** What a version finds of test defects, before the line does: in words, by kind and size, and in images. */
import type { Probes, Version } from '@loupe/contract';
import { overkillLack } from '@loupe/metrics';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatPercent, formatShare } from '../../../core/format.ts';
import { asParagraph, useLocale } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { Card } from '../../../ui/Page.tsx';
import { Examples } from './Examples.tsx';
import { FindsTable } from './FindsTable.tsx';
import styles from './finds.module.css';
import { findsSentences } from './sentence.ts';

/** What the target lacks: images that validate, or any; versions of an older release do not say which. */
function TooFew({
  version: { stages, images },
  probes: { judged, needed, held },
}: {
  version: Version;
  probes: Probes;
}) {
  const { t } = useTranslation();
  const { falseRejectTarget: target, validationSplit: percent } = stages[0]?.params ?? {};
  if (!needed || typeof target !== 'number') return null;
  const lack =
    held === undefined || typeof percent !== 'number'
      ? null
      : overkillLack({ judged, needed, held, train: images.train, percent });
  const way = lack ? (lack.isHeld ? 'held' : 'judged') : 'unknown';
  const share = formatPercent(Number(percent));
  const words = {
    target: formatShare(target, target < 0.01 ? 1 : 0),
    judged,
    all: judged + needed,
    count: lack?.add,
    share,
  };
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.few!}
      title={
        <b className={styles.fewTitle}>
          {t(lack?.isHeld ? 'scores.finds.few.held' : 'scores.finds.few.counted', words)}
        </b>
      }
      description={asParagraph([t('scores.finds.fewText', words), t(`scores.finds.fewDo.${way}`, words)])}
    />
  );
}

function Found({ version, probes }: { version: Version; probes: Probes }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { images, refused, cells, examples } = probes;
  return (
    <>
      <ul className={styles.sentences}>
        {findsSentences(cells, t, locale).map(({ word, text }) => (
          <li key={word} data-word={word}>
            {text}
          </li>
        ))}
      </ul>
      <p className="second">
        {t('scores.finds.what', { count: images })} {refused > 0 ? t('scores.finds.refused', { count: refused }) : null}
      </p>
      <TooFew version={version} probes={probes} />
      <div className={styles.body}>
        <div className={styles.wide}>
          <FindsTable cells={cells} />
          <p className="hint">{t('scores.finds.limits')}</p>
        </div>
        {examples.length > 0 ? <Examples examples={examples} /> : null}
      </div>
    </>
  );
}

export function FindsCard({ version }: { version: Version }) {
  const { t } = useTranslation();
  const { data } = useApi('versionProbes', { id: version.id }, { silent: true });
  if (!data) return null;
  return (
    <Card title={t('scores.finds.title')} className={styles.card}>
      {data.probes ? (
        <Found version={version} probes={data.probes} />
      ) : (
        <p className="second">{t('scores.finds.none')}</p>
      )}
    </Card>
  );
}
