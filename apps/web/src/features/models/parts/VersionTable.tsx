/** Versions of a model: figures, certificate, and what can be done with each. */
import { api, queryUrl, type Version } from '@loupe/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../core/format.ts';
import { SceneLink, useGo } from '../../../core/scene.tsx';
import { PageTable, type ListColumn } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { OnlineAdd } from '../../online/api.ts';
import { CertificateDrawer } from './CertificateDrawer.tsx';
import { TestStart } from './TestStart.tsx';

const figure = (value: number | null | undefined) => (typeof value === 'number' ? value.toFixed(3) : '–');

const useColumns = (showCertificate: (v: Version) => void): ListColumn<Version>[] => {
  const { t } = useTranslation();
  return [
    {
      key: 'number',
      title: t('models.version'),
      sort: 'number',
      width: 150,
      render: (v) => (
        <SceneLink screen="TrainingInfo" search={{ id: v.taskId }}>
          {t('models.versionN', { n: v.number })}
        </SceneLink>
      ),
    },
    {
      key: 'state',
      title: t('models.certificate'),
      width: 190,
      render: (v) => (
        <span style={{ display: 'inline-flex', gap: 6 }}>
          <Button type="text" size="small" style={{ padding: 0 }} onClick={() => showCertificate(v)}>
            <StatusTag state={v.state === 'ready' ? 'certified' : 'uncertified'} />
          </Button>
          {v.trial ? <StatusTag state="trial" /> : null}
        </span>
      ),
    },
    {
      key: 'network',
      title: t('models.network'),
      width: 110,
      render: (v) => String(v.stages[0]?.params.network ?? '–'),
    },
    {
      key: 'size',
      title: t('models.size'),
      number: true,
      width: 110,
      render: (v) => String(v.stages[0]?.params.imageSize ?? '–'),
    },
    { key: 'map50', title: 'mAP50', number: true, width: 90, render: (v) => figure(v.metrics.map50) },
    { key: 'map', title: 'mAP50–95', number: true, width: 110, render: (v) => figure(v.metrics.map50_95) },
    { key: 'train', title: t('models.trainPictures'), number: true, width: 120, render: (v) => v.pictures.train },
    { key: 'val', title: t('models.valPictures'), number: true, width: 120, render: (v) => v.pictures.val },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 120,
      render: (v) => formatDate(v.createdAt),
    },
  ];
};

export function VersionTable({ modelId, projectId }: { modelId: number; projectId: number }) {
  const { t } = useTranslation();
  const go = useGo();
  const [certificate, setCertificate] = useState<Version | null>(null);
  const [tested, setTested] = useState<Version | null>(null);
  const [used, setUsed] = useState<Version | null>(null);
  const columns = useColumns(setCertificate);
  const reason = t('models.notCertified');
  return (
    <>
      <PageTable
        name="versionList"
        fixed={{ modelId }}
        columns={columns}
        rowActions={(v) => [
          { key: 'test', text: t('models.test'), disabled: v.state !== 'ready', reason, onClick: () => setTested(v) },
          {
            key: 'online',
            text: t('models.useOnline'),
            disabled: v.state !== 'ready',
            reason,
            onClick: () => setUsed(v),
          },
          { key: 'certificate', text: t('models.showCertificate'), onClick: () => setCertificate(v) },
          {
            key: 'onnx',
            text: t('models.download'),
            onClick: () => window.location.assign(queryUrl(api.versionOnnx, { id: v.id })),
          },
        ]}
        empty={{
          title: t('models.noVersionsTitle'),
          text: t('models.noVersionsText'),
          actions: (
            <Button type="primary" size="large" onClick={() => go('AddSet', { modelId })}>
              {t('models.train')}
            </Button>
          ),
        }}
      />
      <CertificateDrawer version={certificate} onClose={() => setCertificate(null)} />
      <TestStart version={tested} projectId={projectId} onClose={() => setTested(null)} />
      <OnlineAdd version={used} onClose={() => setUsed(null)} />
    </>
  );
}
