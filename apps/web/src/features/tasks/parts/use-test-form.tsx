/** A new test: folders that are proposed, what the server says of those chosen, the question before it starts. */
import { families, type Thresholds, type Version } from '@loupe/contract';
import { hashKey } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration } from '../../../core/format.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { useApi, useApiMutation, type ApiInput, type ApiOutput } from '../../../core/query.ts';
import { ConflictNote } from '../../../ui/ConflictNote.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';

export interface TestForm {
  folderIds: number[];
  choose: (folderIds: number[]) => void;
  check: ApiOutput<'testCheck'> | undefined;
  /** Those of the version until a person changes them; undefined without a version. */
  thresholds: Thresholds | undefined;
  setThresholds: (thresholds: Thresholds) => void;
  /** What a person should know of folders, chosen or not. */
  notes: ReadonlyMap<number, string>;
  isStarting: boolean;
  /** Whether a person chose other folders or thresholds than were proposed. */
  isChanged: boolean;
  /** Back to what is proposed. */
  reset: () => void;
  /** Asks, and queues the test. `onStarted` is not called where the person thought better of it. */
  start: (onStarted: (taskId: number) => void) => void;
}

const byNumber = (a: number, b: number): number => a - b;

type Part = NonNullable<ApiInput<'testAdd'>['part']>;

/** `proposed`: folders chosen at first; null leaves that to the server, which knows those meant for tests. */
export const useTestForm = (version: Version | null, proposed: number[] | null, part: Part | null): TestForm => {
  const { t } = useTranslation();
  const locale = useLocale();
  const confirm = useConfirm();
  const [chosen, choose] = useState<{ of: number; ids: number[] } | null>(null);
  const [set, setThresholds] = useState<{ of: number; thresholds: Thresholds } | null>(null);
  const versionId = version?.id ?? 0;
  const ownThresholds = set?.of === versionId ? set.thresholds : undefined;
  const parts = part === null ? {} : { part };
  const first = useApi('testCheck', { versionId }, { enabled: versionId > 0, silent: true });
  const own = chosen?.of === versionId ? chosen.ids : null;
  const offered = proposed ?? first.data?.suggested ?? [];
  const folderIds = own ?? offered;
  const asked = versionId > 0 && folderIds.length > 0;
  const answer = useApi(
    'testCheck',
    { versionId, folderIds, ...parts },
    { enabled: asked, silent: true, keepPrevious: true },
  );
  const check = asked ? answer.data : undefined;
  const add = useApiMutation('testAdd', { invalidates: ['taskList', 'modelInfo', 'dashboardInfo'] });
  const ask = async (onStarted: (taskId: number) => void): Promise<void> => {
    const agreed = await confirm({
      title: t('models.testQuestion', { n: version?.number ?? 0 }),
      content: check ? (
        <>
          <p>
            {t('ui.counts.images', { count: check.images })}
            {check.seconds === null ? '' : ` · ${t('tasks.about', { time: formatDuration(check.seconds, locale) })}`}
          </p>
          {check.seen > 0 ? <SeenNote check={check} /> : null}
        </>
      ) : null,
      okText: t('models.startTest'),
    });
    if (!agreed) return;
    const thresholds = ownThresholds ? { thresholds: ownThresholds } : {};
    add.mutate({ versionId, folderIds, ...parts, ...thresholds }, { onSuccess: (task) => onStarted(task.id) });
  };
  const seen = [first.data, check].flatMap((one) => one?.seenByFolder ?? []).filter((one) => one.seen > 0);
  return {
    folderIds,
    choose: (ids) => choose({ of: versionId, ids }),
    check,
    thresholds: ownThresholds ?? version?.thresholds,
    setThresholds: (thresholds) => setThresholds({ of: versionId, thresholds }),
    notes: new Map(seen.map((one) => [one.folderId, t('models.seenInFolder', { count: one.seen })])),
    isStarting: add.isPending,
    isChanged:
      hashKey([folderIds.toSorted(byNumber), ownThresholds ?? version?.thresholds]) !==
      hashKey([offered.toSorted(byNumber), version?.thresholds]),
    reset: () => {
      choose(null);
      setThresholds(null);
    },
    start: (onStarted) => void ask(onStarted),
  };
};

/** Says that the version has learned from some of the chosen images: in the question, as the form marks their folders. */
function SeenNote({ check }: { check: ApiOutput<'testCheck'> }) {
  const { t } = useTranslation();
  const counts = { seen: formatCount(check.seen), of: formatCount(check.images) };
  return <Alert type="warning" showIcon title={t('models.seenText', counts)} />;
}

/** Which kind of image is missing among the chosen ones, and what is left out: in the form, where one can choose others. */
export function ChoiceNote({ check }: { check: ApiOutput<'testCheck'> | undefined }) {
  const { t } = useTranslation();
  const text = useText();
  if (!check) return null;
  const lacked = Object.values(families)
    .flatMap(({ roles }) => roles)
    .find(({ role }) => role === check.lacks);
  return (
    <>
      {lacked?.name ? <Alert type="warning" showIcon title={t('models.lacks', { name: text(lacked.name) })} /> : null}
      {check.conflicts.shapes > 0 ? (
        <Alert type="warning" showIcon title={<ConflictNote conflicts={check.conflicts} />} />
      ) : null}
    </>
  );
}
