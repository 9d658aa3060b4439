/** What a text has to look like: chosen from common ones, or typed as a pattern. Texts that differ are marked. */
import { AutoComplete, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { patternLength, templates } from './template.ts';
import styles from './texts.module.css';
import type { TextRules } from './use-text-rules.ts';

export function TemplateField({ rules }: { rules: TextRules }) {
  const { t } = useTranslation();
  const text = useText();
  const { pattern } = rules.settings;
  const isBroken = pattern !== '' && rules.template === null;
  return (
    <div className={styles.template}>
      <label htmlFor="text-template">{t('typing.template')}</label>
      <AutoComplete
        value={pattern}
        allowClear
        popupMatchSelectWidth={260}
        placement="topRight"
        options={templates.map(({ id, name, pattern: value }) => ({ key: id, value, label: text(name) }))}
        status={isBroken ? 'error' : ''}
        onChange={(next: string | undefined) => rules.change({ pattern: next ?? '' })}
      >
        <Input
          id="text-template"
          size="small"
          maxLength={patternLength}
          spellCheck={false}
          placeholder={t('typing.templateNone')}
          title={t('typing.templateHelp')}
        />
      </AutoComplete>
      {isBroken ? <p className={styles.broken}>{t('typing.templateBroken')}</p> : null}
    </div>
  );
}
