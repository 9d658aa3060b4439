/** What a text has to look like: chosen from common ones, or typed as a pattern. Texts that differ are marked. */
import { limits } from '@loupe/contract';
import { patternFault } from '@loupe/metrics';
import { AutoComplete, Input } from 'antd';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { patternWords } from '../../../predictions/texts/rule-words.ts';
import type { Desk } from '../parts/desk-types.ts';
import { isComposing } from './composing.ts';
import { templates } from './template.ts';
import styles from './texts.module.css';
import type { TextRules } from './use-text-rules.ts';

/** The values of the choices: nobody types one, and so none is taken for what was typed. */
const mark = '\u2060';
const patterns = new Map(templates.map(({ id, pattern }) => [`${mark}${id}`, pattern]));

export function TemplateField({ desk, rules }: { desk: Pick<Desk, 'focus'>; rules: TextRules }) {
  const { t } = useTranslation();
  const text = useText();
  const { pattern } = rules.settings;
  // null: the list was opened, and nothing was typed since: all of it is offered, whatever is set now
  const [typed, setTyped] = useState<string | null>(null);
  const fault = useMemo(() => (pattern === '' ? null : patternFault(pattern)), [pattern]);
  // as from the field of a text: the next key is one of the drawing area, and Tab goes to the next text
  const leave = (event: KeyboardEvent): void => {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event)) return;
    event.stopPropagation();
    desk.focus();
  };
  return (
    <div className={styles.template}>
      <label htmlFor="text-template">{t('typing.template')}</label>
      <AutoComplete
        value={pattern}
        allowClear
        popupMatchSelectWidth={260}
        placement="bottomRight"
        defaultActiveFirstOption={false}
        showSearch={{
          filterOption: (_, one) => typed === null || String(one?.label).toLowerCase().includes(typed.toLowerCase()),
          onSearch: setTyped,
        }}
        options={templates.map(({ id, name }) => ({ key: id, value: `${mark}${id}`, label: text(name) }))}
        status={fault ? 'error' : ''}
        onChange={(next: string | undefined) => rules.change({ pattern: patterns.get(next ?? '') ?? next ?? '' })}
        onSelect={() => setTyped(null)}
        onBlur={() => setTyped(null)}
        onKeyDown={leave}
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
      {fault ? <p className={styles.broken}>{patternWords(fault, t)}</p> : null}
    </div>
  );
}
