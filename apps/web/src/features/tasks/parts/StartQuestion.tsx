/** In one glance what a training will run on, how long about, and what should be known before. */
import type { TrainCheck } from '@loupe/contract';
import { ExclamationCircleFilled } from '@ant-design/icons';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration } from '../../../core/format.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { wordsOf } from '../../../families/recipes.ts';
import { isReadyMade, useStageWords, type ChosenStage } from './stage-words.ts';
import { roundedLeft } from './use-clock.ts';
import styles from './train-form.module.css';

export function StartQuestion(props: { stages: readonly ChosenStage[]; check: TrainCheck }) {
  const { stages, check } = props;
  const { t } = useTranslation();
  const text = useText();
  const locale = useLocale();
  const stageWords = useStageWords();
  const { train, val, warnings } = check;
  const only = stages.length === 1 ? stages[0]! : null;
  const minutes = only?.recipe.length?.minutes(only.values) ?? 0;
  const isByTime = minutes > 0;
  // the words of the recipe say the time that was asked for
  const seconds = isByTime && check.seconds === 60 * minutes ? null : check.seconds;
  const about = (time: number) =>
    t(isByTime ? 'tasks.aboutInAll' : 'tasks.about', { time: formatDuration(roundedLeft(time), locale) });
  return (
    <>
      <p>
        {isReadyMade(stages)
          ? t('tasks.nothingLearned')
          : t('tasks.splitGives', { train: formatCount(train), val: formatCount(val) })}
      </p>
      <p>
        {stages.length > 1
          ? stageWords(stages).map(([name, words], i) => (
              <Fragment key={name}>
                {i > 0 ? <br /> : null}
                {name} · {words}
              </Fragment>
            ))
          : stages.map(({ recipe, values }) => text(wordsOf(recipe.id, values)))}
        {stages.length > 1 && seconds !== null ? <br /> : null}
        {seconds === null ? '' : `${stages.length > 1 ? '' : ' · '}${about(seconds)}`}
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
