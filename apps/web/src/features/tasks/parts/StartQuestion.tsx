/** In one glance what a training will run on, how long about, and what should be known before. */
import type { TrainCheck } from '@loupe/contract';
import { ExclamationCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration } from '../../../core/format.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { wordsOf } from '../../../families/recipes.ts';
import type { ParamValues } from '../../../ui/param-values.ts';
import { roundedLeft } from './use-clock.ts';
import styles from './train-form.module.css';

export function StartQuestion(props: { recipe: string; values: ParamValues; check: TrainCheck }) {
  const { recipe, values, check } = props;
  const { t } = useTranslation();
  const text = useText();
  const locale = useLocale();
  const { train, val, seconds, warnings } = check;
  return (
    <>
      <p>{t('tasks.splitGives', { train: formatCount(train), val: formatCount(val) })}</p>
      <p>
        {text(wordsOf(recipe, values))}
        {seconds === null ? '' : ` · ${t('tasks.about', { time: formatDuration(roundedLeft(seconds), locale) })}`}
      </p>
      {warnings.length === 0 ? null : (
        <ul className={styles.notes}>
          {warnings.map((warning) => (
            <li key={warning.key}>
              <ExclamationCircleFilled style={{ color: 'var(--warn)' }} />
              <span>{text(warning)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
