/** Online entries, of all models or of one: open, change, switch, delete. */
import { PlusOutlined } from '@ant-design/icons';
import { families, type OnlineEntry, type OnlineListed } from '@loupe/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed, useMay } from '../../../core/access.ts';
import { formatCount, formatDate, formatThreshold } from '../../../core/format.ts';
import { apiQuery, queryClient } from '../../../core/query.ts';
import { SceneLink, useFamily, useFindScene, useGo } from '../../../core/scene.tsx';
import { useVersionName } from '../../../core/version-name.ts';
import { predictionTypeOfModel, zoneOf } from '../../../predictions/registry.ts';
import { thresholdRows } from '../../../predictions/shared/threshold-words.ts';
import { PageTable, type ListColumn } from '../../../ui/PageTable.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useGoToModel, useModelPlace } from '../../models/api.ts';
import { OnlineForm } from './OnlineForm.tsx';
import styles from './online.module.css';
import { useEntryActions } from './use-entry-actions.tsx';

const useColumns = (): ListColumn<OnlineListed>[] => {
  const { t } = useTranslation();
  const versionName = useVersionName();
  const family = useFamily();
  const placeOf = useModelPlace();
  return [
    {
      key: 'name',
      title: t('ui.name'),
      sort: 'name',
      least: 180,
      render: (e) => (
        <SceneLink screen="OnlineDetail" search={{ id: e.id }}>
          {e.name}
        </SceneLink>
      ),
    },
    {
      key: 'enabled',
      title: t('tasks.state'),
      width: 90,
      render: (e) => <StatusTag state={e.enabled ? 'enabled' : 'disabled'} />,
    },
    {
      key: 'model',
      title: t('online.model'),
      least: 190,
      render: (e) => (
        <SceneLink {...placeOf(e.modelId, 'versions')}>{versionName(e.modelName, e.versionNumber)}</SceneLink>
      ),
    },
    {
      key: 'confidence',
      title: t(predictionTypeOfModel(families[family].modelTypes[0]!.id).fields[0]!.label),
      number: true,
      width: 134,
      // those of single labels have no room in a list
      render: (e) => (
        <span
          title={thresholdRows(e.thresholds, t)
            .map((row) => row.join(': '))
            .join('\n')}
        >
          {formatThreshold(zoneOf(e.thresholds).ng)}
        </span>
      ),
    },
    { key: 'records', title: t('online.records'), number: true, width: 80, render: (e) => formatCount(e.records) },
    {
      key: 'key',
      title: t('online.key'),
      width: 110,
      render: (e) => (e.hasKey ? t('online.hasKey') : t('online.hasNoKey')),
    },
    {
      key: 'createdAt',
      title: t('ui.createdAt'),
      sort: 'createdAt',
      width: 110,
      render: (e) => formatDate(e.createdAt),
    },
  ];
};

export function OnlineTable(props: { modelId?: number; projectId?: number; onTotal?: (total: number) => void }) {
  const { modelId, projectId, onTotal } = props;
  const allowed = useAllowed();
  const canAdd = useMay()('onlineAdd', projectId ?? null);
  const { t } = useTranslation();
  const go = useGo();
  const goToModel = useGoToModel();
  const family = useFamily();
  // Where a model has a scene for its entries they are added there; else from its versions.
  const isOfModel = useFindScene()('TaskList') !== undefined;
  const columns = useColumns();
  const { toggle, remove } = useEntryActions();
  const [form, setForm] = useState<{ entry: OnlineEntry | null } | null>(null);
  // a list has not all values of long rules
  const edit = async (id: number) => {
    const entry = await queryClient.fetchQuery(apiQuery('onlineInfo', { id })).catch(() => null);
    if (entry) setForm({ entry });
  };
  return (
    <div className={styles.list}>
      <PageTable
        name="onlineList"
        {...(modelId === undefined ? { fixed: { family } } : { fixed: { modelId }, prefix: 'online-' })}
        {...(onTotal ? { onTotal } : {})}
        filters={[{ kind: 'text', key: 'name', placeholder: t('online.searchName') }]}
        columns={columns}
        rowActions={(e) =>
          allowed(e.projectId, [
            { key: 'open', text: t('online.detect'), onClick: () => go('OnlineDetail', { id: e.id }) },
            { key: 'edit', route: 'onlineUpdate', text: t('ui.edit'), onClick: () => void edit(e.id) },
            {
              key: 'toggle',
              route: 'onlineUpdate',
              text: e.enabled ? t('online.switchOff') : t('online.switchOn'),
              onClick: () => toggle(e),
            },
            { key: 'delete', route: 'onlineDelete', text: t('ui.delete'), danger: true, onClick: () => remove(e) },
          ])
        }
        empty={{
          title: t('online.emptyTitle'),
          text: t('online.emptyText'),
          actions: !canAdd ? null : modelId === undefined || isOfModel ? (
            <Button type="primary" size="large" icon={<PlusOutlined />} onClick={() => setForm({ entry: null })}>
              {t('online.add')}
            </Button>
          ) : (
            <Button size="large" onClick={() => goToModel(modelId, 'versions')}>
              {t('tasks.toVersions')}
            </Button>
          ),
          steps: [
            { title: t('online.step1Title'), text: t('online.step1Text') },
            { title: t('online.step2Title'), text: t('online.step2Text') },
            { title: t('online.step3Title'), text: t('online.step3Text') },
          ],
        }}
      />
      <OnlineForm
        open={form !== null}
        entry={form?.entry ?? null}
        modelId={form?.entry ? undefined : modelId}
        onClose={() => setForm(null)}
      />
    </div>
  );
}
