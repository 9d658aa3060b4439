/** The dialog that adds, copies or changes a role. */
import { cutText, permits, roleDescription, roleTitle, type PermissionKey, type Role } from '@loupe/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useText, type BothWords } from '../../../core/i18n.ts';
import { useApiMutation } from '../../../core/query.ts';
import { refreshSession } from '../../../core/refresh-session.ts';
import { heldKeys } from '../../../core/session.ts';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { shortName } from '../../../ui/name-rule.ts';
import { NameItem } from '../../../ui/NameField.tsx';
import { descriptionRules } from '../../../ui/rules.ts';
import { PermissionTree } from './PermissionTree.tsx';

interface Values {
  name: string;
  description: string;
  permissions: PermissionKey[];
}
/** `copy`: a new role that begins with what this one has. */
export type AskedRole = { what: 'add' } | { what: 'edit' | 'copy'; role: Role };

const suffix = '_2';
const startOf = (asked: AskedRole | null, text: (words: BothWords) => string): Values => {
  if (!asked || asked.what === 'add') return { name: '', description: '', permissions: [] };
  const { name, permissions } = asked.role;
  const description = text(roleDescription(asked.role.description));
  if (asked.what === 'edit') return { name, description, permissions };
  const held = heldKeys();
  return {
    // the titles of built-in roles are words with spaces
    name: `${cutText(text(roleTitle(name)).replaceAll(/\s/g, '_'), shortName.max - suffix.length)}${suffix}`,
    description,
    permissions: permissions.filter((key) => permits(held, key)),
  };
};

export function RoleForm({ asked, onClose }: { asked: AskedRole | null; onClose: () => void }) {
  const { t } = useTranslation();
  const text = useText();
  const invalidates = ['roleList', 'roleChoice', 'userList'] as const;
  const add = useApiMutation('roleAdd', { invalidates, success: t('ui.added'), inForm: true });
  const update = useApiMutation('roleUpdate', { invalidates, success: t('ui.saved'), inForm: true });
  const initial = startOf(asked, text);
  const edited = asked?.what === 'edit' ? asked.role : null;
  const titles = { add: t('authority.addRole'), copy: t('authority.copyRole'), edit: t('authority.editRole') };
  return (
    <FormModal<Values>
      open={asked !== null}
      width={520}
      title={titles[asked?.what ?? 'add']}
      okText={edited ? t('ui.save') : t('ui.add')}
      initial={initial}
      onClose={onClose}
      submit={async ({ name, description, permissions }) => {
        // what nobody wrote stays as it is, in whatever language it is shown
        const isOwn = edited !== null && description.trim() === initial.description;
        const fields = { description: isOwn ? edited.description : description.trim(), permissions };
        if (!edited) return add.mutateAsync({ name: name.trim(), ...fields });
        await update.mutateAsync({ id: edited.id, name: edited.builtIn ? edited.name : name.trim(), ...fields });
        // also of one's own role
        return refreshSession();
      }}
    >
      {edited?.builtIn ? (
        <Form.Item label={t('ui.name')} extra={t('authority.builtInName')}>
          <TextField disabled value={text(roleTitle(edited.name))} aria-label={t('ui.name')} />
        </Form.Item>
      ) : (
        <NameItem name="name" label={t('ui.name')} rule={shortName} />
      )}
      <Form.Item name="description" label={t('ui.description')} rules={descriptionRules()}>
        <TextArea />
      </Form.Item>
      <Form.Item name="permissions" label={t('authority.permissions')} extra={t('authority.permissionsHelp')}>
        <PermissionTree />
      </Form.Item>
    </FormModal>
  );
}
