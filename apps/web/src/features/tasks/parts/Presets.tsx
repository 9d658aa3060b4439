/** Settings to choose at once, each with what it sets. */
import type { Preset } from '@loupe/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { isPreset, wordsOf } from '../../../families/recipes.ts';
import { Card } from '../../../ui/Page.tsx';
import { RadioCard } from '../../../ui/RadioCard.tsx';
import styles from './train-form.module.css';
import type { StageForm } from './use-train-form.ts';

/** The other stages go along where a preset is one of all stages, and where they leave such a one. */
function chooseFor(others: readonly StageForm[], { id, ofAllStages = false }: Preset): void {
  for (const { presets: all, values, setValues } of others) {
    const own = all.find((one) => one.id === id);
    const isBound = all.some((one) => one.ofAllStages && isPreset(one, values));
    if (own && (ofAllStages || isBound)) setValues({ ...values, ...own.values });
  }
}

/** `name`: of the stage, where there are several; then `others` are the forms of the rest. */
export function Presets(props: {
  form: StageForm;
  others?: readonly StageForm[];
  name?: string | null;
  isFirst?: boolean;
}) {
  const { form, others = [], name: stage = null, isFirst = true } = props;
  const { recipe, presets, values, setValues } = form;
  const { t } = useTranslation();
  const text = useText();
  if (presets.length === 0) return null;
  const title = [stage, t('tasks.presets')].filter(Boolean).join(' · ');
  return (
    <Card {...(isFirst ? { tour: 'presets' } : {})} title={title}>
      <div className={styles.presets} role="radiogroup" aria-label={title}>
        {presets.map((preset) => {
          const { id, name, values: set } = preset;
          const isOn = isPreset(preset, values);
          return (
            <RadioCard
              key={id}
              name={`preset-${recipe.id}`}
              value={id}
              isOn={isOn}
              onChoose={() => {
                setValues({ ...values, ...set });
                chooseFor(others, preset);
              }}
            >
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
