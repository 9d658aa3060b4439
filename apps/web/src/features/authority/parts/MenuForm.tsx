/** The dialog in which a menu entry gets names, an icon and its place in the side bar. */
import { limits, menuIcons, patterns, type Menu, type MenuIcon } from '@loupe/contract';
import { Form, Select, type FormRule } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { refreshSession } from '../../../core/refresh-session.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { menuIconOf } from '../../../ui/menu-icons.tsx';

interface Values {
  nameZh: string;
  nameEn: string;
  icon: MenuIcon | null;
}
interface Place {
  zh: string;
  en: string;
  icon: MenuIcon | null;
}

const orNull = (text: string): string | null => text.trim() || null;

function IconSelect(props: { id?: string; value?: MenuIcon | null; onChange?: (icon: MenuIcon) => void }) {
  const { t } = useTranslation();
  return (
    <Select<MenuIcon | null>
      {...props}
      value={props.value ?? null}
      onChange={(icon) => icon && props.onChange?.(icon)}
      options={menuIcons.map((icon) => ({
        value: icon,
        label: (
          <span style={{ display: 'inline-flex', gap: 8 }}>
            <span aria-hidden="true">{menuIconOf(icon)}</span>
            {t(`authority.icons.${icon}`)}
          </span>
        ),
      }))}
    />
  );
}

export function MenuForm(props: { row: Omit<Menu, 'children'> | null; place: Place | null; onClose: () => void }) {
  const { row, place, onClose } = props;
  const { t } = useTranslation();
  const update = useApiMutation('menuUpdate', { invalidates: ['menuList'], success: t('ui.saved') });
  const rules = (): FormRule[] => [
    { max: limits.nameShort, message: t('ui.tooLong', { max: limits.nameShort }) },
    { pattern: patterns.line, message: t('authority.oneLine') },
  ];
  return (
    <FormModal<Values>
      open={row !== null}
      title={t('authority.editMenu')}
      initial={{ nameZh: row?.nameZh ?? '', nameEn: row?.nameEn ?? '', icon: row?.icon ?? place?.icon ?? null }}
      onClose={onClose}
      submit={async ({ nameZh, nameEn, icon }) => {
        const names = { nameZh: orNull(nameZh), nameEn: orNull(nameEn) };
        // the product's own icon is no choice: another Loupe may have a better one
        const chosen = icon === undefined || icon === place?.icon ? null : icon;
        await update.mutateAsync({ id: row!.id, ...names, icon: chosen, visible: row!.visible });
        await refreshSession();
      }}
    >
      <Form.Item name="nameZh" label={t('authority.nameZh')} rules={rules()} extra={t('authority.ownName')}>
        <TextField placeholder={place?.zh} />
      </Form.Item>
      <Form.Item name="nameEn" label={t('authority.nameEn')} rules={rules()}>
        <TextField placeholder={place?.en} />
      </Form.Item>
      {place?.icon ? (
        <Form.Item name="icon" label={t('authority.icon')}>
          <IconSelect />
        </Form.Item>
      ) : null}
    </FormModal>
  );
}
