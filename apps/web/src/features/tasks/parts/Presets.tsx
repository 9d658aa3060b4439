/** Settings to choose at once, each with what it sets. */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { isPreset, wordsOf } from '../../../families/recipes.ts';
import { Card } from '../../../ui/Page.tsx';
import { RadioCard } from '../../../ui/RadioCard.tsx';
import styles from './train-form.module.css';
import type { TrainForm } from './use-train-form.ts';

export function Presets({ form: { recipe, values, setValues } }: { form: TrainForm }) {
  const { t } = useTranslation();
  const text = useText();
  if (!recipe.presets) return null;
  return (
    <Card tour="presets" title={t('tasks.presets')}>
      <div className={styles.presets} role="radiogroup" aria-label={t('tasks.presets')}>
        {recipe.presets.all.map((preset) => {
          const { id, name, values: set } = preset;
          const isOn = isPreset(preset, values);
          return (
            <RadioCard key={id} name="preset" value={id} isOn={isOn} onChoose={() => setValues({ ...values, ...set })}>
              <strong>{text(name)}</strong>
              <span className="hint">
                {text(wordsOf(recipe.id, set))
                  .split(' · ')
                  .map((part, i, all) => (
                    <Fragment key={part}>
                      <span className={styles.part}>{i < all.length - 1 ? `${part} ·` : part}</span>{' '}
                    </Fragment>
                  ))}
              </span>
            </RadioCard>
          );
        })}
      </div>
    </Card>
  );
}
