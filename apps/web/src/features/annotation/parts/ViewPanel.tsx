/** Brightness, contrast and, of 16 bits, window of the shown image, kept with the image, and how strong shapes are: of the view only. */
import { Button, Slider } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { notify } from '../../../core/notify.ts';
import { useStore } from '../../../core/store.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import type { Desk } from './desk-types.ts';
import styles from './panels.module.css';
import { WindowControl } from './WindowControl.tsx';

const marks = { 0: ' ' };

/** All images of the folder get this brightness, contrast and window; asked first, since what they had is gone then. */
function ApplyButton({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const apply = async () => {
    const { brightness, contrast, window } = desk.view.get();
    const shown = window ? `${window.low} – ${window.high}` : t('annotation.windowAuto');
    const isSure = await confirm({
      title: t('annotation.applyViewTitle'),
      content:
        window === undefined
          ? t('annotation.applyViewText', { brightness, contrast })
          : t('annotation.applyWindowText', { brightness, contrast, window: shown }),
      okText: t('annotation.applyView'),
    });
    if (!isSure) return desk.focus();
    setBusy(true);
    try {
      notify.success(t('annotation.viewApplied', { count: await desk.applyView() }));
    } catch (error) {
      handleError(error);
    } finally {
      setBusy(false);
      desk.focus();
    }
  };
  return (
    <Button
      size="small"
      type="text"
      loading={isBusy}
      title={t('annotation.applyViewTitle')}
      onClick={() => void apply()}
    >
      {t('annotation.applyView')}
    </Button>
  );
}

export function ViewPanel({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const view = useStore(desk.view);
  const mayAnnotate = useStore(desk.mayAnnotate);
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
  const levels = useStore(desk.levels);
  const isPlain = view.brightness === 0 && view.contrast === 0 && !view.window;
  const plain = { brightness: 0, contrast: 0, ...(view.window !== undefined && { window: null }) };
  return (
    <section ref={node} className={styles.section} aria-label={t('annotation.image')}>
      <h2 className={styles.title}>
        {t('annotation.image')}
        <span className={styles.pushed} />
        {mayAnnotate ? <ApplyButton desk={desk} /> : null}
        {isPlain ? null : (
          <Button size="small" type="text" onClick={() => desk.setView(plain)}>
            {t('annotation.resetView')}
          </Button>
        )}
      </h2>
      {levels ? (
        <div onPointerDown={pull}>
          <WindowControl desk={desk} levels={levels} />
        </div>
      ) : null}
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
