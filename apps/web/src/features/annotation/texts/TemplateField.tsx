/** What a text has to look like: chosen from common ones, or typed as a pattern. Texts that differ are marked. */
import { limits } from '@loupe/contract';
import { patternFault } from '@loupe/metrics';
import { AutoComplete, Input } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { templates } from './template.ts';
import styles from './texts.module.css';
import type { TextRules } from './use-text-rules.ts';

export function TemplateField({ rules }: { rules: TextRules }) {
  const { t } = useTranslation();
  const text = useText();
  const { pattern } = rules.settings;
  const fault = useMemo(() => (pattern === '' ? null : patternFault(pattern)), [pattern]);
  return (
    <div className={styles.template}>
      <label htmlFor="text-template">{t('typing.template')}</label>
      <AutoComplete
        value={pattern}
        allowClear
        popupMatchSelectWidth={260}
        placement="topRight"
        options={templates.map(({ id, name, pattern: value }) => ({ key: id, value, label: text(name) }))}
        status={fault ? 'error' : ''}
        onChange={(next: string | undefined) => rules.change({ pattern: next ?? '' })}
      >
        <Input
          id="text-template"
          size="small"
          maxLength={limits.textPattern}
          spellCheck={false}
          placeholder={t('typing.templateNone')}
          title={t('typing.templateHelp')}
        />
      </AutoComplete>
      {fault ? <p className={styles.broken}>{t(`texts.faults.${fault.kind}`)}</p> : null}
    </div>
  );
}
