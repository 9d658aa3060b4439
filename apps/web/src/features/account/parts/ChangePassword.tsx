/** The dialog in which one changes one's own password. */
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { useEntered } from '../../../ui/entered.ts';
import { PasswordFields, type PasswordValues } from './PasswordFields.tsx';

export function ChangePassword({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<PasswordValues>();
  const entered = useEntered(form, open);
  const change = useApiMutation('changePassword', { success: t('account.changed') });
  return (
    <DraggableModal
      open={open}
      title={t('account.changeTitle')}
      okText={t('ui.save')}
      cancelText={t('ui.cancel')}
      confirmLoading={change.isPending}
      onCancel={onClose}
      isEntered={() => !change.isPending && entered.isEntered()}
      onOk={form.submit}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        {...entered.watch}
        onFinish={({ oldPassword, newPassword }) => change.mutate({ oldPassword, newPassword }, { onSuccess: onClose })}
      >
        <PasswordFields form={form} askOld />
      </Form>
    </DraggableModal>
  );
}
