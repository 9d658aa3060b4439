/** The share of the images that validates, and what it comes to. */
import { limits } from '@loupe/contract';
import { Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { asParagraph } from '../core/i18n.ts';
import { splitParam, type TrainDataProps } from './train-data.ts';
import styles from './train-data.module.css';

export function SplitSlider({ form }: Pick<TrainDataProps, 'form'>) {
  const { t } = useTranslation();
  const { validationSplitMin: min, validationSplitMax: max } = limits;
  const value = Number(form.values[splitParam]);
  return (
    <div>
      <div className={styles.sliderTop}>
        <span>{t('tasks.split')}</span>
        <b className="num">{value}&thinsp;%</b>
      </div>
      <Slider
        min={min}
        max={max}
        value={value}
        ariaLabelForHandle={t('tasks.split')}
        onChange={(next: number) => form.setValues({ ...form.values, [splitParam]: next })}
      />
      <p className="hint">
        {asParagraph([
          ...(form.check ? [t('tasks.splitGives', { train: form.check.train, val: form.check.val })] : []),
          t('tasks.splitHelp', { min, max }),
        ])}
      </p>
    </div>
  );
}
