/** What is new: the changelog. */
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../core/i18n.ts';
import { Page } from '../../../ui/Page.tsx';
import { newsFile } from '../files.ts';
import { Reader } from '../parts/Reader.tsx';

export function NewsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Page title={t('help.news')} crumbs={[{ text: t('help.title') }, { text: t('help.news') }]}>
      {/* the changelog is written in English alone */}
      {locale === 'en' ? null : <Alert type="info" showIcon title={t('help.newsLanguage')} />}
      <Reader name="news" read={newsFile} />
    </Page>
  );
}
