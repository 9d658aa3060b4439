/** Brightness and contrast of the shown image, kept with the image, and how strong shapes are: of the view only. */
import { Button, Slider } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import type { Desk } from './desk-types.ts';
import styles from './panels.module.css';

const marks = { 0: ' ' };

export function ViewPanel({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const view = useStore(desk.view);
  const opacity = useStore(desk.mode)?.opacity ?? 1;
  const node = useRef<HTMLElement>(null);
  /** After a pull with the mouse the keys are the image's again, once the slider is through; its own keys keep it. */
  const pull = () => {
    const letGo = () =>
      setTimeout(() => {
        if (node.current?.contains(document.activeElement)) desk.focus();
      });
    window.addEventListener('pointerup', letGo, { once: true });
  };
  const isPlain = view.brightness === 0 && view.contrast === 0;
  return (
    <section ref={node} className={styles.section} aria-label={t('annotation.image')}>
      <h2 className={styles.title}>
        {t('annotation.image')}
        {isPlain ? null : (
          <Button size="small" type="text" onClick={() => desk.setView({ brightness: 0, contrast: 0 })}>
            {t('annotation.resetView')}
          </Button>
        )}
      </h2>
      {(['brightness', 'contrast'] as const).map((name) => (
        <div key={name} className={styles.slider} onPointerDown={pull}>
          <span>{t(`annotation.${name}`)}</span>
          <Slider
            min={-100}
            max={100}
            marks={marks}
            included={false}
            value={view[name]}
            ariaLabelForHandle={t(`annotation.${name}`)}
            tooltip={{ open: false }}
            onChange={(value) => desk.setView({ ...view, [name]: value })}
          />
          <output className={`${styles.value} num`}>{view[name]}</output>
        </div>
      ))}
      <div className={styles.slider} onPointerDown={pull}>
        <span>{t('annotation.opacity')}</span>
        <Slider
          min={20}
          max={100}
          step={10}
          value={Math.round(opacity * 100)}
          ariaLabelForHandle={t('annotation.opacity')}
          tooltip={{ open: false }}
          onChange={(value) => desk.editor()?.setOpacity(value / 100)}
        />
        <output className={`${styles.value} num`}>{Math.round(opacity * 100)}</output>
      </div>
    </section>
  );
}
