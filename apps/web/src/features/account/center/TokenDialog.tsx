/** Making an access token, and the one time that it is shown. */
import { limits, tokenScopes, type TokenScope } from '@loupe/contract';
import { Alert, Checkbox, Form, Input, Select, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { NameItem } from '../../../ui/NameField.tsx';
import { shortName } from '../../../ui/name-rule.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './center.module.css';

const lives = [7, 30, 90, 180, limits.tokenDays - 1] as const;
const usualDays = 90;
/** In the select; the contract has null for it. */
const never = 0;

interface Values {
  name: string;
  scopes: TokenScope[];
  days: number;
}
export interface MadeToken {
  name: string;
  token: string;
}

function Scopes() {
  const { t } = useTranslation();
  const options = tokenScopes.map((scope) => ({
    value: scope,
    label: (
      <span className={styles.scope}>
        {t(`center.scopeNames.${scope}`)} <span className="hint">{t(`center.scopeTexts.${scope}`)}</span>
      </span>
    ),
  }));
  return (
    <Form.Item
      name="scopes"
      label={t('center.scopes')}
      // not `required`: a group of boxes must not say that of itself (aria-required)
      rules={[
        {
          validator: (_, chosen: readonly TokenScope[]) =>
            chosen.length > 0 ? Promise.resolve() : Promise.reject(new Error(t('center.scopeRequired'))),
        },
      ]}
    >
      <Checkbox.Group className={styles.scopes!} options={options} />
    </Form.Item>
  );
}

function Expiry() {
  const { t } = useTranslation();
  const days = Form.useWatch<number | undefined>('days');
  const options = [
    ...lives.map((count) => ({ value: count, label: t('center.days', { count }) })),
    { value: never, label: t('center.never') },
  ];
  return (
    <Form.Item name="days" label={t('center.expiry')} extra={days === never ? t('center.neverText') : null}>
      <Select options={options} />
    </Form.Item>
  );
}

interface TokenDialogProps {
  open: boolean;
  onClose: () => void;
  onMade: (made: MadeToken) => void;
}

export function TokenDialog({ open, onClose, onMade }: TokenDialogProps) {
  const { t } = useTranslation();
  const add = useApiMutation('tokenAdd', { invalidates: ['tokenList'] });
  const submit = async ({ name, scopes, days }: Values) => {
    const { token, row } = await add.mutateAsync({ name, scopes, days: days === never ? null : days });
    onMade({ name: row.name, token });
  };
  return (
    <FormModal<Values>
      open={open}
      title={t('center.createToken')}
      okText={t('center.createToken')}
      initial={{ name: '', scopes: ['read'], days: usualDays }}
      onClose={onClose}
      submit={submit}
    >
      <NameItem name="name" label={t('center.tokenName')} rule={shortName} help={t('center.tokenNameHelp')} />
      <Scopes />
      <Expiry />
    </FormModal>
  );
}

export function TokenShown({ made, onClose }: { made: MadeToken | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DraggableModal
      open={made !== null}
      title={t('center.onceTitle', { name: made?.name })}
      okText={t('center.done')}
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={onClose}
      onCancel={onClose}
    >
      <Alert type="warning" showIcon title={t('center.onceText')} />
      <Space.Compact block className={styles.once!}>
        <Input readOnly value={made?.token ?? ''} aria-label={t('center.tokens')} className={styles.code!} />
        <CopyButton text={made?.token ?? ''} />
      </Space.Compact>
      <p className="second">{t('center.onceUse')}</p>
      <pre className={styles.header}>Authorization: Bearer loupe_pat_…</pre>
    </DraggableModal>
  );
}
