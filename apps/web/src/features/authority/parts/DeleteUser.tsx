/** The dialog that deletes a user: who takes over the projects is chosen in it. */
import type { User } from '@loupe/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';

const nameOf = ({ account, realName }: User): string => (realName ? `${realName} (${account})` : account);

export function DeleteUser({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useApiMutation('userDelete', {
    invalidates: ['userList', 'roleList', 'projectList'],
    success: t('ui.deleted'),
  });
  const projects = user?.projects ?? 0;
  return (
    <FormModal<{ heirId: number | undefined }>
      open={user !== null}
      danger
      title={t('authority.deleteTitle', { account: user?.account })}
      okText={t('ui.delete')}
      initial={{ heirId: undefined }}
      onClose={onClose}
      submit={({ heirId }) => remove.mutateAsync({ id: user!.id, heirId: heirId ?? null })}
    >
      <p style={{ marginBottom: 16 }}>{t('authority.deleteText')}</p>
      {projects > 0 ? (
        <Form.Item
          name="heirId"
          label={t('authority.heir', { count: projects })}
          rules={[{ required: true, message: t('authority.chooseHeir') }]}
          extra={t('authority.heirHelp')}
        >
          <PagedSelect
            list="userList"
            searchBy="account"
            input={{ state: 'enabled', sort: 'account' }}
            textOf={nameOf}
            leaveOut={(other) => other.id === user?.id}
            placeholder={t('authority.chooseHeir')}
          />
        </Form.Item>
      ) : null}
    </FormModal>
  );
}
