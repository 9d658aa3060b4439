/** What is done in the sharing dialog, with the questions before it. */
import type { Member, MemberLevel } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../core/notify.ts';
import { queryClient, useApiMutation } from '../../../core/query.ts';
import { useConfirm } from '../../../ui/confirm.tsx';

export interface SharedProject {
  id: number;
  name: string;
}

export interface SharingActions {
  share: (userId: number, level: MemberLevel) => Promise<boolean>;
  set: (userId: number, level: MemberLevel) => void;
  remove: (member: Member) => void;
  handOver: (member: Member) => void;
  leave: () => void;
}

const invalidates = ['memberList', 'memberSearch', 'projectList', 'projectInfo', 'projectAccess'] as const;
/** Failures are shown by the one handler of calls. */
const quietly = (asked: Promise<unknown>): void => void asked.catch(() => undefined);

/** `onGone`: the project is not there any more for whoever asks. */
export const useSharing = (project: SharedProject, onGone: () => void): SharingActions => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { id } = project;
  const add = useApiMutation('memberSet', { invalidates, success: t('projects.shared') });
  const change = useApiMutation('memberSet', { invalidates, success: t('projects.levelChanged') });
  const drop = useApiMutation('memberRemove', { invalidates, success: t('projects.removed') });
  const give = useApiMutation('projectHandOver');
  const go = useApiMutation('projectLeave', { success: t('projects.left') });
  const remove = async ({ userId, name }: Member) => {
    const title = t('projects.removeTitle', { name });
    const content = t('projects.removeText');
    if (await confirm({ title, content, danger: true, okText: t('projects.removeMember') }))
      await drop.mutateAsync({ id, userId });
  };
  const handOver = async ({ userId, name }: Member) => {
    const title = t('projects.handOverTitle', { name });
    const content = t('projects.handOverText', { name });
    if (!(await confirm({ title, content, danger: true, okText: t('projects.handOver') }))) return;
    const { renamed } = await give.mutateAsync({ id, userId });
    const list = renamed.map(({ from, to }) => `${from} → ${to}`).join(', ');
    if (list === '') notify.success(t('projects.handedOver'));
    else notify.info(t('projects.handedOverRenamed', { name, list }));
    // names, buttons and owners on every page
    await queryClient.invalidateQueries();
  };
  const leave = async () => {
    const title = t('projects.leaveTitle', { name: project.name });
    if (!(await confirm({ title, content: t('projects.leaveText'), danger: true, okText: t('projects.leave') })))
      return;
    await go.mutateAsync({ id });
    onGone();
    await queryClient.invalidateQueries();
  };
  return {
    share: (userId, level) =>
      add.mutateAsync({ id, userId, level }).then(
        () => true,
        () => false,
      ),
    set: (userId, level) => quietly(change.mutateAsync({ id, userId, level })),
    remove: (member) => quietly(remove(member)),
    handOver: (member) => quietly(handOver(member)),
    leave: () => quietly(leave()),
  };
};
