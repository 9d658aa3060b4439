/** The parity certificate of a version, in words. */
import type { Certificate, Version } from '@loupe/contract';
import { Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '../../../core/format.ts';
import { predictionTypeOf } from '../../../predictions/registry.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SideDrawer } from '../../../ui/SideDrawer.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import styles from './certificate.module.css';
import { useStageTitle } from './stage-title.ts';
import { UncertifiedNotice } from './UncertifiedNotice.tsx';

/** `title`: of which stage, where there are several. */
function Facts({ title, certificate: c }: { title: string | null; certificate: Certificate }) {
  const { t } = useTranslation();
  const words = predictionTypeOf(c.prediction).certificate;
  const shownDelta = ({ name, largest, tolerance }: Certificate['deltas'][number]): string => {
    const { unit } = words.deltas[name]!;
    const valueOf = (value: number): string => (unit ? t(unit, { value: formatNumber(value) }) : formatNumber(value));
    return tolerance === null ? valueOf(largest) : `${valueOf(largest)} (≤ ${valueOf(tolerance)})`;
  };
  // that there was too little to compare comes first, and is said in the notice above
  const failures = c.compared < c.minCompared ? c.failures.slice(1) : c.failures;
  const rows: [string, string][] = [
    [t('models.cert.cases'), String(c.cases)],
    [t(words.compared), t('models.cert.comparedOf', { count: c.compared, min: c.minCompared })],
    ...c.deltas.map((delta): [string, string] => [t(words.deltas[delta.name]!.title), shownDelta(delta)]),
    [t('models.cert.pixels'), c.pixelsEqual ? t('models.cert.equal') : t('models.cert.different')],
    [t('models.cert.formats'), c.formats.join(', ')],
    [t('models.cert.runtime'), c.runtime],
    [t('models.cert.at'), formatDateTime(c.at)],
  ];
  return (
    <section className={styles.part}>
      {title === null ? null : <h3>{title}</h3>}
      <Descriptions
        column={1}
        size="small"
        bordered
        items={rows.map(([label, children]) => ({ key: label, label, children }))}
      />
      {failures.length > 0 ? (
        <ul>
          {failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

export function CertificateDrawer({ version, onClose }: { version: Version | null; onClose: () => void }) {
  const { t } = useTranslation();
  const titleOf = useStageTitle();
  return (
    <SideDrawer
      open={version !== null}
      size={520}
      destroyOnHidden
      onClose={onClose}
      title={version ? t('models.cert.title', { n: version.number }) : ''}
      extra={version ? <StatusTag state={version.state === 'ready' ? 'certified' : 'uncertified'} /> : null}
    >
      <p className={`second ${styles.what}`}>{t('models.cert.what')}</p>
      {version ? <UncertifiedNotice version={version} /> : null}
      {version?.certificate ? <Facts title={t('models.cert.whole')} certificate={version.certificate} /> : null}
      {version?.stages.map((stage) =>
        stage.certificate ? (
          <Facts key={stage.ordinal} title={titleOf(version, stage)} certificate={stage.certificate} />
        ) : (
          <EmptyState key={stage.ordinal} small title={t('models.cert.none')} />
        ),
      )}
    </SideDrawer>
  );
}
