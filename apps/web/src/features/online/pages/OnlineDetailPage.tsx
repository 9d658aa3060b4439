/** Online detection: one image, one verdict; what was judged before; and the same over HTTP with a key. */
import { DeleteOutlined, EditOutlined, PoweroffOutlined } from '@ant-design/icons';
import { typeOfThresholds, type OnlineAnswer, type OnlineEntry } from '@loupe/contract';
import { Alert, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useMay } from '../../../core/access.ts';
import { useApi } from '../../../core/query.ts';
import { SceneLink, useFindScene, useGo } from '../../../core/scene.tsx';
import { useVersionName } from '../../../core/version-name.ts';
import { urlId, useUrlState } from '../../../core/search.ts';
import { onlineViewOf } from '../../../predictions/online.ts';
import { thresholdRows } from '../../../predictions/shared/threshold-words.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { MayButton } from '../../../ui/MayButton.tsx';
import { Card, Page, PageSkeleton } from '../../../ui/Page.tsx';
import { PageError } from '../../../ui/PageError.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { AssessmentTag, ModelTabs, useGoToModel, useModelCrumbs, useModelPlace, useVersion } from '../../models/api.ts';
import { DriftCard } from '../parts/DriftCard.tsx';
import { KeyCard } from '../parts/KeyCard.tsx';
import { OnlineForm } from '../parts/OnlineForm.tsx';
import { ChooseButton, ImageDrop } from '../parts/ImageDrop.tsx';
import { RecordList } from '../parts/RecordList.tsx';
import { useDetect, type Detecting } from '../parts/use-detect.ts';
import { useSlow } from '../parts/use-slow.ts';
import { useEntryActions } from '../parts/use-entry-actions.tsx';
import { VerdictCard } from '../parts/VerdictCard.tsx';
import styles from '../parts/online.module.css';

const DetailSearch = z.object({ id: urlId, record: urlId });

/** A value of more columns takes a row of its own, as rules of texts do; a Chinese character is as wide as two letters. */
const wideFact = 16;
const columnsOf = (value: string): number =>
  [...value].reduce((columns, character) => columns + (character >= '\u2e80' ? 2 : 1), 0);

function Facts({ entry, answer }: { entry: OnlineEntry; answer: OnlineAnswer | undefined }) {
  const { t } = useTranslation();
  const ms = (value: number | undefined) => (value === undefined ? '–' : `${Math.round(value)} ms`);
  const thresholds = answer?.thresholds ?? entry.thresholds;
  const rows: [string, string][] = [
    [t('online.total'), ms(answer?.ms.total)],
    [t('online.decode'), ms(answer?.ms.decode)],
    [t('online.modelTime'), ms(answer?.ms.model)],
    ...(answer && restOf(answer) >= tellRest ? [[t('online.loading'), ms(restOf(answer))] as [string, string]] : []),
    [t('models.version'), t('models.versionN', { n: answer?.versionNumber ?? entry.versionNumber })],
    ...thresholdRows(thresholds, t),
  ];
  return (
    <Card>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label} data-wide={columnsOf(value) > wideFact}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What is neither decoding nor the model's own work: loading it, or waiting for others. */
const restOf = ({ ms: { total, decode, model } }: OnlineAnswer): number => Math.max(0, total - decode - model);
const tellRest = 300;

function Stage(props: {
  entry: OnlineEntry;
  mayDetect: boolean;
  detecting: Detecting;
  shown: number;
  answer: ReturnType<typeof useApi<'onlineRecord'>>;
}) {
  const { entry, mayDetect, detecting, shown, answer } = props;
  const { t } = useTranslation();
  const { error } = detecting;
  const isSlow = useSlow(detecting.isBusy);
  // what was judged before may have been judged by another version than the entry has now
  const judging = useVersion(answer.data?.versionId ?? 0);
  const Judged = answer.data && onlineViewOf(answer.data.prediction.type).Image;
  return (
    <ImageDrop disabled={!entry.enabled || !mayDetect} isBusy={detecting.isBusy} onFiles={detecting.send}>
      {isSlow ? <Alert type="info" showIcon title={t('online.loadingText')} /> : null}
      {error ? <Alert type="error" showIcon title={error.title} description={error.reason} /> : null}
      {entry.enabled ? null : <Alert type="warning" showIcon title={t('online.isOff')} />}
      {answer.data && Judged && shown > 0 ? (
        <>
          <VerdictCard answer={answer.data} assessment={judging?.assessment} />
          <Judged answer={answer.data} />
        </>
      ) : shown > 0 ? (
        <section className={`card ${styles.none}`}>
          {answer.error ? (
            <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
          ) : (
            <Skeleton active />
          )}
        </section>
      ) : (
        <section className={`card ${styles.none}`}>
          <EmptyState
            title={t(mayDetect ? 'online.dropTitle' : 'online.noRecordsTitle')}
            text={mayDetect ? t('online.dropText') : ''}
            actions={
              mayDetect ? (
                <ChooseButton
                  size="large"
                  disabled={!entry.enabled}
                  isBusy={detecting.isBusy}
                  onFiles={detecting.send}
                />
              ) : null
            }
          />
        </section>
      )}
    </ImageDrop>
  );
}

function EntryButtons({ entry, onEdit }: { entry: OnlineEntry; onEdit: () => void }) {
  const { t } = useTranslation();
  const go = useGo();
  const goToModel = useGoToModel();
  const isOfModel = useFindScene()('TaskList') !== undefined;
  const { toggle, remove, isPending } = useEntryActions(() =>
    isOfModel ? goToModel(entry.modelId, 'online') : go('OnlineList'),
  );
  const { projectId } = entry;
  return (
    <>
      <MayButton route="onlineUpdate" projectId={projectId} icon={<EditOutlined />} onClick={onEdit}>
        {t('ui.edit')}
      </MayButton>
      <MayButton
        route="onlineUpdate"
        projectId={projectId}
        icon={<PoweroffOutlined />}
        disabled={isPending}
        onClick={() => toggle(entry)}
      >
        {entry.enabled ? t('online.switchOff') : t('online.switchOn')}
      </MayButton>
      <MayButton
        route="onlineDelete"
        projectId={projectId}
        danger
        icon={<DeleteOutlined />}
        aria-label={t('ui.delete')}
        onClick={() => remove(entry)}
      />
    </>
  );
}

function Detail({ entry }: { entry: OnlineEntry }) {
  const { t } = useTranslation();
  const versionName = useVersionName();
  const crumbs = useModelCrumbs();
  const placeOf = useModelPlace();
  const isOfModel = useFindScene()('TaskList') !== undefined;
  const [{ record }, change] = useUrlState(DetailSearch);
  const [isEditing, setEditing] = useState(false);
  const [expected, setExpected] = useState('');
  const version = useVersion(entry.versionId);
  const { Ask } = onlineViewOf(typeOfThresholds(entry.thresholds));
  const open = (id: number) => change({ record: id }, { replace: true });
  const mayDetect = useMay()('onlineDetect', entry.projectId);
  const detecting = useDetect(entry.id, expected.trim(), open);
  const show = (id: number) => {
    detecting.forget();
    open(id);
  };
  const latest = useApi('onlineRecords', { entryId: entry.id, pageNum: 1, pageSize: 1 }, { silent: true });
  // an earlier verdict would be taken for that of the image that was refused
  const shown = detecting.error ? 0 : record > 0 ? record : (latest.data?.list[0]?.id ?? 0);
  const answer = useApi('onlineRecord', { id: shown }, { enabled: shown > 0, silent: true, keepPrevious: true });
  return (
    <Page
      title={entry.name}
      sub={
        <>
          <StatusTag state={entry.enabled ? 'enabled' : 'disabled'} />
          {version ? <AssessmentTag assessment={version.assessment} /> : null}
          {version ? <StatusTag state={version.state === 'ready' ? 'certified' : 'uncertified'} /> : null}
          <SceneLink {...placeOf(entry.modelId, 'versions')}>
            {versionName(entry.modelName, entry.versionNumber)}
          </SceneLink>
        </>
      }
      crumbs={[
        ...(isOfModel
          ? [
              ...crumbs({ id: entry.modelId, name: entry.modelName }),
              { text: t('models.tabs.online'), ...placeOf(entry.modelId, 'online') },
            ]
          : [{ text: t('online.title'), screen: 'OnlineList' as const }]),
        { text: entry.name },
      ]}
      extra={
        <>
          <EntryButtons entry={entry} onEdit={() => setEditing(true)} />
          {shown > 0 && mayDetect ? (
            <ChooseButton disabled={!entry.enabled} isBusy={detecting.isBusy} onFiles={detecting.send} />
          ) : null}
        </>
      }
    >
      <ModelTabs modelId={entry.modelId} />
      <div className={styles.page}>
        <div className={styles.main}>
          {Ask && mayDetect ? <Ask thresholds={entry.thresholds} value={expected} onChange={setExpected} /> : null}
          <Stage entry={entry} mayDetect={mayDetect} detecting={detecting} shown={shown} answer={answer} />
          <KeyCard entry={entry} />
        </div>
        <div className={styles.aside}>
          {entry.drift ? <DriftCard drift={entry.drift} /> : null}
          <Facts entry={entry} answer={shown > 0 ? answer.data : undefined} />
          <RecordList entry={entry} shown={shown} onShow={show} />
        </div>
      </div>
      <OnlineForm open={isEditing} entry={entry} onClose={() => setEditing(false)} />
    </Page>
  );
}

export function OnlineDetailPage() {
  const [{ id }] = useUrlState(DetailSearch);
  const entry = useApi('onlineInfo', { id }, { enabled: id > 0, silent: true });
  if (entry.data) return <Detail key={entry.data.id} entry={entry.data} />;
  if (id > 0 && !entry.error) return <PageSkeleton />;
  return <PageError error={entry.error} onRetry={() => void entry.refetch()} back="OnlineList" />;
}
