/** EN / 中文; each stands in its own language. */
import type { Locale } from '@loupe/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { changeLocale, useLocale } from '../core/i18n.ts';

export function LanguageSwitch() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Segmented<Locale>
      size="small"
      aria-label={t('shell.language')}
      value={locale}
      onChange={changeLocale}
      options={[
        { value: 'en', label: 'EN' },
        { value: 'zh', label: '中文' },
      ]}
    />
  );
}
