/** Who has access to a project: its owner shares it, changes levels and hands it over; a member sees it and may leave. */
import { MoreOutlined } from '@ant-design/icons';
import { levelTitles, type Member, type Person } from '@loupe/contract';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { useText } from '../../../core/i18n.ts';
import { useApi } from '../../../core/query.ts';
import { useSession } from '../../../core/session.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { PageSkeleton } from '../../../ui/Page.tsx';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import { LevelSelect } from './LevelSelect.tsx';
import { ShareForm } from './ShareForm.tsx';
import styles from './sharing.module.css';
import { useSharing, type SharedProject, type SharingActions } from './use-sharing.ts';

const dialogWidth = 560;

function PersonName({ person }: { person: Person }) {
  const { t } = useTranslation();
  const isSelf = useSession()?.userId === person.userId;
  return (
    <span className={styles.person}>
      <span className="ellipsis" title={person.name}>
        {person.name}
      </span>
      {person.name === person.account ? null : <span className="second">{person.account}</span>}
      {isSelf ? <span className="second">({t('projects.you')})</span> : null}
    </span>
  );
}

function MemberRow({ member, actions }: { member: Member; actions: SharingActions | null }) {
  const { t } = useTranslation();
  const text = useText();
  const { name, level, enabled } = member;
  const items = [
    ...(enabled ? [{ key: 'own', label: t('projects.makeOwner'), onClick: () => actions?.handOver(member) }] : []),
    { key: 'remove', label: t('projects.removeMember'), danger: true, onClick: () => actions?.remove(member) },
  ];
  return (
    <li className={styles.row}>
      <PersonName person={member} />
      {enabled ? null : <ToneTag tone="quiet">{t('projects.isDisabled')}</ToneTag>}
      {actions ? (
        <>
          <LevelSelect
            label={t('projects.levelOf', { name })}
            value={level}
            onChange={(next) => actions.set(member.userId, next)}
          />
          <Dropdown trigger={['click']} menu={{ items }}>
            <Button type="text" icon={<MoreOutlined />} aria-label={t('projects.actionsOf', { name })} />
          </Dropdown>
        </>
      ) : (
        <span className="second">{text(levelTitles[level])}</span>
      )}
    </li>
  );
}

function Body({ project, onGone }: { project: SharedProject; onGone: () => void }) {
  const { t } = useTranslation();
  const text = useText();
  const may = useMay();
  const userId = useSession()?.userId;
  const { data, error, refetch } = useApi('memberList', { id: project.id }, { silent: true });
  const actions = useSharing(project, onGone);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const owns = may('memberSet', project.id);
  const canLeave = data.members.some((one) => one.userId === userId) && data.owner.userId !== userId;
  return (
    <div className={styles.body}>
      {owns ? <ShareForm projectId={project.id} onShare={actions.share} /> : null}
      <ul className={styles.list} aria-label={t('projects.members')}>
        <li className={styles.row}>
          <PersonName person={data.owner} />
          <span className="second">{text(levelTitles.owner)}</span>
        </li>
        {data.members.map((member) => (
          <MemberRow key={member.userId} member={member} actions={owns ? actions : null} />
        ))}
      </ul>
      {owns && data.members.length === 0 ? <p className="second">{t('projects.noMembers')}</p> : null}
      {canLeave ? (
        <div>
          <Button danger onClick={actions.leave}>
            {t('projects.leave')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** `project` null: closed. */
export function SharingDialog({ project, onClose }: { project: SharedProject | null; onClose: () => void }) {
  const { t } = useTranslation();
  const may = useMay();
  const title = project && may('memberSet', project.id) ? 'projects.shareTitle' : 'projects.membersTitle';
  return (
    <DraggableModal
      open={project !== null}
      width={dialogWidth}
      title={project ? t(title, { name: project.name }) : ''}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      {project ? <Body project={project} onGone={onClose} /> : null}
    </DraggableModal>
  );
}
