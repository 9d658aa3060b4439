/** The dialog that adds or changes a user. */
import { limits, patterns, plainPhone, roleTitle, type User } from '@loupe/contract';
import { Form, type FormRule } from 'antd';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { useApiMutation } from '../../../core/query.ts';
import { useSession } from '../../../core/session.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';
import { GivenPassword } from './GivenPassword.tsx';

interface Values {
  account: string;
  realName: string;
  phone: string;
  email: string;
  roleId: number | undefined;
  password: string;
}

const orNull = (text: string | undefined): string | null => text?.trim() || null;
const matches = (test: (text: string) => boolean, message: string): FormRule => ({
  validator: (_, value: unknown) => {
    const text = String(value ?? '').trim();
    return text === '' || test(text) ? Promise.resolve() : Promise.reject(new Error(message));
  },
});

function RoleSelect(props: {
  id?: string;
  value?: number | undefined;
  onChange?: (id: number | undefined) => void;
  user: User | null;
}) {
  const { user, ...field } = props;
  const { t } = useTranslation();
  const text = useText();
  const session = useSession();
  return (
    <PagedSelect
      {...field}
      list="roleChoice"
      input={{ sort: 'name' }}
      textOf={(role) => text(roleTitle(role.name))}
      first={user ? [{ value: user.roleId, label: text(roleTitle(user.roleName)) }] : []}
      isFirstShown={false}
      placeholder={t('authority.chooseRole')}
      // nobody changes their own
      disabled={user !== null && user.id === session?.userId}
    />
  );
}

function Fields({ user }: { user: User | null }) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="account"
        label={t('authority.account')}
        extra={t('authority.accountHelp', { max: limits.nameShort })}
        rules={[
          { required: true, whitespace: true, message: t('ui.required') },
          matches(
            (text) => patterns.account.test(text) && text.length <= limits.nameShort,
            t('authority.accountHelp', { max: limits.nameShort }),
          ),
        ]}
      >
        <TextField />
      </Form.Item>
      <Form.Item
        name="realName"
        label={t('authority.realName')}
        rules={[
          matches(
            (text) => patterns.personName.test(text) && text.length <= limits.nameShort,
            t('authority.nameWrong', { max: limits.nameShort }),
          ),
        ]}
      >
        <TextField placeholder={t('authority.optional')} />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('authority.phone')}
        rules={[matches((text) => plainPhone(text) !== undefined, t('authority.phoneWrong'))]}
      >
        <TextField placeholder={t('authority.optional')} inputMode="tel" />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('authority.email')}
        rules={[matches((text) => patterns.email.test(text), t('authority.emailWrong'))]}
      >
        <TextField placeholder={t('authority.optional')} inputMode="email" />
      </Form.Item>
      <Form.Item
        name="roleId"
        label={t('authority.role')}
        rules={[{ required: true, message: t('authority.chooseRole') }]}
        extra={t('authority.roleHelp')}
      >
        <RoleSelect user={user} />
      </Form.Item>
      {user ? null : <GivenPassword />}
    </>
  );
}

/** `user` null adds one. */
export function UserForm({ open, user, onClose }: { open: boolean; user: User | null; onClose: () => void }) {
  const { t } = useTranslation();
  const invalidates = ['userList', 'roleList'] as const;
  const add = useApiMutation('userAdd', { invalidates, success: t('ui.added'), inForm: true });
  const update = useApiMutation('userUpdate', { invalidates, success: t('ui.saved'), inForm: true });
  return (
    <FormModal<Values>
      open={open}
      title={user ? t('authority.editUser') : t('authority.addUser')}
      okText={user ? t('ui.save') : t('ui.add')}
      initial={{
        account: user?.account ?? '',
        realName: user?.realName ?? '',
        phone: user?.phone ?? '',
        email: user?.email ?? '',
        roleId: user?.roleId,
        password: '',
      }}
      onClose={onClose}
      submit={({ password, account, realName, phone, email, roleId }) => {
        const fields = {
          account: account.trim(),
          realName: orNull(realName),
          phone: orNull(phone),
          email: orNull(email),
          roleId: roleId!,
        };
        return user ? update.mutateAsync({ id: user.id, ...fields }) : add.mutateAsync({ ...fields, password });
      }}
    >
      <Fields user={user} />
    </FormModal>
  );
}
