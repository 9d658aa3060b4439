/** The bin: what was deleted, until when it can be restored, and removing it for good. */
import { binKinds, families, type BinItem } from '@loupe/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../core/access.ts';
import { formatMinute } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { setName } from '../../../core/label-name.ts';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import type { ListColumn } from '../../../ui/PageTable.tsx';
import { useRestore } from '../../../ui/undo.ts';
import { BinDaysButton } from '../parts/BinDays.tsx';

const dayMs = 86_400_000;
/** What its two actions take; the rest is left to the contents. */
const actionsWidth = { zh: 132, en: 210 };
const counted = ['datasets', 'folders', 'images', 'shapes', 'models', 'versions', 'onlineEntries'] as const;

/** Of an image that was deleted alone its own, in its folder. */
const nameOf = ({ name, imageName }: BinItem): string => [name, imageName].filter(Boolean).join(' / ');

/** Whole days that are left, at least one while it is there. */
const daysLeft = ({ until }: BinItem): number => Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / dayMs));

const useColumns = (): ListColumn<BinItem>[] => {
  const { t } = useTranslation();
  return [
    { key: 'kind', title: t('bin.kind'), width: 92, render: (item) => t(`bin.kinds.${item.kind}`) },
    {
      key: 'name',
      title: t('ui.name'),
      least: 140,
      render: (item) => <span title={nameOf(item)}>{nameOf(item)}</span>,
    },
    {
      key: 'place',
      title: t('bin.place'),
      least: 120,
      render: ({ kind, projectName, family, modelName, datasetName }) => {
        const set = kind === 'dataset' || datasetName === null ? null : setName(datasetName, families[family]);
        if (kind === 'project') return null;
        const within = [modelName, set].filter(Boolean).join(' / ');
        return (
          <div title={[projectName, within].filter(Boolean).join(' / ')}>
            <div className="ellipsis">{projectName}</div>
            {within === '' ? null : <div className="hint ellipsis">{within}</div>}
          </div>
        );
      },
    },
    {
      key: 'counts',
      title: t('bin.holds'),
      least: 190,
      // what goes for good is never cut: it stands in lines, and a line ends between two counts
      ellipsis: false,
      render: ({ counts }) => {
        const held = counted.filter((key) => counts[key] > 0);
        return held.map((key, i) => (
          <Fragment key={key}>
            <span className="nowrap">
              {t(`ui.counts.${key}`, { count: counts[key] })}
              {i < held.length - 1 ? ' ·' : null}
            </span>{' '}
          </Fragment>
        ));
      },
    },
    { key: 'deletedBy', title: t('bin.deletedBy'), width: 96, render: (item) => item.deletedBy },
    {
      key: 'createdAt',
      title: t('bin.deletedAt'),
      sort: 'createdAt',
      width: 138,
      render: (item) => formatMinute(item.deletedAt),
    },
    {
      key: 'until',
      title: t('bin.daysLeft'),
      sort: 'until',
      number: true,
      width: 104,
      render: (item) => <span title={formatMinute(item.until)}>{daysLeft(item)}</span>,
    },
  ];
};

export function BinPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const columns = useColumns();
  const restore = useRestore();
  const confirm = useConfirm();
  const allowed = useAllowed();
  const { data } = useApi('binSetting', {});
  const purge = useApiMutation('binPurge', { invalidates: ['binList'], success: t('bin.purged') });
  const ask = async (item: BinItem) => {
    const agreed = await confirm({
      title: t('bin.purgeTitle', { name: nameOf(item) }),
      content: t('bin.purgeText'),
      okText: t('bin.purge'),
      danger: true,
    });
    if (agreed) purge.mutate({ id: item.id });
  };
  return (
    <ListPage
      title={t('bin.title')}
      crumbs={[{ text: t('bin.title') }]}
      extra={<BinDaysButton />}
      name="binList"
      filters={[
        { kind: 'text', key: 'name', placeholder: t('bin.search') },
        {
          kind: 'select',
          key: 'kind',
          placeholder: t('bin.allKinds'),
          options: binKinds.map((value) => ({ value, label: t(`bin.kinds.${value}`) })),
        },
      ]}
      columns={columns}
      actionsWidth={actionsWidth[locale]}
      rowActions={(item) =>
        allowed(item.projectId, [
          { key: 'restore', text: t('bin.restore'), onClick: () => void restore([item.id]) },
          { key: 'purge', route: 'binPurge', text: t('bin.purge'), danger: true, onClick: () => void ask(item) },
        ])
      }
      empty={{
        title: t('bin.emptyTitle'),
        text: data ? t('bin.emptyText', { days: data.days }) : '',
        actions: <BinDaysButton />,
      }}
    />
  );
}
