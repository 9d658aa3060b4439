/** The parity certificate of a version, in words. */
import type { Certificate, Version } from '@loupe/contract';
import { Descriptions, Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '../../../core/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';

function Facts({ certificate: c }: { certificate: Certificate }) {
  const { t } = useTranslation();
  const rows: [string, string][] = [
    [t('models.cert.cases'), String(c.cases)],
    [t('models.cert.detections'), t('models.cert.detectionsOf', { count: c.detections, min: c.minDetections })],
    ...(c.maxBoxDelta === null
      ? []
      : [
          [
            t('models.cert.box'),
            `${formatNumber(c.maxBoxDelta)} px (≤ ${formatNumber(c.tolerance.boxPx ?? 0)} px)`,
          ] as [string, string],
        ]),
    ...(c.maxHeatDelta === null
      ? []
      : [
          [t('models.cert.heat'), t('models.cert.heatOf', { value: formatNumber(c.maxHeatDelta) })] as [string, string],
        ]),
    [t('models.cert.score'), `${formatNumber(c.maxScoreDelta)} (≤ ${formatNumber(c.tolerance.score)})`],
    [t('models.cert.pixels'), c.pixelsEqual ? t('models.cert.equal') : t('models.cert.different')],
    [t('models.cert.formats'), c.formats.join(', ')],
    [t('models.cert.runtime'), c.runtime],
    [t('models.cert.at'), formatDateTime(c.at)],
  ];
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        bordered
        items={rows.map(([label, children]) => ({ key: label, label, children }))}
      />
      {c.failures.length > 0 ? (
        <ul>
          {c.failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

export function CertificateDrawer({ version, onClose }: { version: Version | null; onClose: () => void }) {
  const { t } = useTranslation();
  const giveFocusBack = useFocusBack(version !== null);
  return (
    <Drawer
      open={version !== null}
      size={520}
      destroyOnHidden
      onClose={onClose}
      afterOpenChange={(isOpen) => !isOpen && giveFocusBack()}
      title={version ? t('models.cert.title', { n: version.number }) : ''}
      extra={version ? <StatusTag state={version.state === 'ready' ? 'certified' : 'uncertified'} /> : null}
    >
      <p className="second">{t('models.cert.what')}</p>
      {version?.stages.map((stage) =>
        stage.certificate ? (
          <Facts key={stage.ordinal} certificate={stage.certificate} />
        ) : (
          <EmptyState key={stage.ordinal} small title={t('models.cert.none')} />
        ),
      )}
    </Drawer>
  );
}
