/** The two agreements, each on a page of its own in another tab: what was typed here stays. */
import { agreementPaths } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../core/i18n.ts';

export function AgreementLinks({ lead }: { lead: string }) {
  const { t } = useTranslation();
  // Chinese has no space between words
  const gap = useLocale() === 'zh' ? '' : ' ';
  const link = (href: string, text: string) => (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
  );
  return (
    <>
      {lead}
      {gap}
      {link(agreementPaths.productService, t('account.productService'))}
      {gap}
      {t('account.and')}
      {gap}
      {link(agreementPaths.personalInformation, t('account.personalInformation'))}
    </>
  );
}
