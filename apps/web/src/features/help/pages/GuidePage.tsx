/** The guides for users and for administrators in the language of the interface. */
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../core/i18n.ts';
import { Page } from '../../../ui/Page.tsx';
import { administratorFiles, guideFiles } from '../files.ts';
import { Reader } from '../parts/Reader.tsx';

export function GuidePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Page title={t('help.guide')} crumbs={[{ text: t('help.title') }, { text: t('help.guide') }]}>
      <Reader name={`guide-${locale}`} read={guideFiles[locale]} />
    </Page>
  );
}

export function AdministratorsGuidePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const title = t('help.administrators');
  return (
    <Page title={title} crumbs={[{ text: t('help.title') }, { text: title }]}>
      <Reader
        name={`administrators-${locale}`}
        read={administratorFiles[locale]}
        beside={{ [`${locale}.md`]: '/help/guide' }}
      />
    </Page>
  );
}
