/** Texts of the image: the chosen one enlarged and upright, the field to type it, and what a text has to look like. */
import { FontSizeOutlined, ZoomInOutlined } from '@ant-design/icons';
import type { Shape } from '@loupe/contract';
import { Button, Tooltip, type InputRef } from 'antd';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUntyped } from '../../../canvas/index.ts';
import { notify } from '../../../core/notify.ts';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { UprightCrop } from '../../../ui/UprightCrop.tsx';
import type { Desk } from '../parts/desk-types.ts';
import panels from '../parts/panels.module.css';
import { CharacterDialog } from './CharacterDialog.tsx';
import { TemplateField } from './TemplateField.tsx';
import { countTexts, inReadingOrder, nextText, nextUntyped, quadOf } from './text-facts.ts';
import { TextField } from './TextField.tsx';
import styles from './texts.module.css';
import type { TextRules } from './use-text-rules.ts';

/** Chooses a text, brings it into sight and puts the cursor into the field. */
function useTyping(desk: Desk, ordered: readonly Shape[], current: Shape | null) {
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  const wanted = useRef(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const tool = useStore(desk.mode)?.tool;
  const currentId = current?.id ?? null;
  // what has just been drawn is typed at once; what is chosen to be moved keeps the keys
  const isDrawn = current !== null && isUntyped(current) && tool !== 'select' && tool !== 'pan';
  useEffect(() => {
    if (currentId === null || !(wanted.current || isDrawn)) return;
    wanted.current = false;
    field.current?.focus({ cursor: 'all', preventScroll: true });
    // When another text is chosen, not when it is typed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [currentId]);
  const edit = () => field.current?.focus({ cursor: 'all', preventScroll: true });
  /** False where there is no other. */
  const goTo = (next: string | null): boolean => {
    if (next === null) {
      // the one that is left empty is not: its field says so, for the shapes hear of it later
      const isLeft = current !== null && !current.ignore && field.current?.input?.value.trim() === '';
      if (!isLeft) notify.info(t('typing.allTyped'));
      return false;
    }
    wanted.current = true;
    desk.editor()?.select([next]);
    desk.editor()?.reveal(next);
    // the next key is typed into this text, and the panels hear of it only once the edit before is on the disk
    redraw();
    return true;
  };
  const go = (step: 1 | -1): boolean => goTo(nextText(ordered, currentId, step));
  const goUntyped = (): void => {
    if (!goTo(nextUntyped(ordered, currentId, 1))) desk.focus();
  };
  /** From the canvas: the last one, which is chosen already, as one that was just accepted is, is typed itself. */
  const enter = (step: 1 | -1): void => {
    const next = nextText(ordered, currentId, step);
    if (next === null && currentId !== null) edit();
    else goTo(next);
  };
  const ignore = (): void => {
    const ids = desk.selection.get().ids;
    const shapes = desk.shapes.get().filter(({ id }) => ids.includes(id));
    const isOn = !shapes.every((shape) => shape.ignore);
    desk.editor()?.patchShapes(ids, isOn ? { ignore: true, text: null } : { ignore: false });
    if (isOn && shapes.length === 1) goUntyped();
  };
  return { field, go, goUntyped, enter, ignore, edit };
}

/** Of the panel, in CSS pixels; as wide as the panel leaves it beside a scrollbar. */
const room = { low: 40, high: 96 };
/** Of the window, for a line that is too long to be read in the panel. */
const largeRoom = () => ({ width: Math.min(1240, window.innerWidth * 0.94) - 48, low: 80, high: 320 });

function Chosen(props: {
  desk: Desk;
  shape: Shape;
  place: number;
  rules: TextRules;
  typing: ReturnType<typeof useTyping>;
}) {
  const { desk, shape, place, rules, typing } = props;
  const { t } = useTranslation();
  const mayAnnotate = useStore(desk.mayAnnotate);
  const phase = useStore(desk.phase);
  const hasPixels = phase.kind === 'ready' && phase.pixels === 'ready';
  const [isLarge, setLarge] = useState(false);
  const crop = {
    quad: quadOf(shape),
    load: hasPixels ? desk.region : undefined,
    label: t('typing.crop'),
    none: t('typing.noCrop'),
  };
  return (
    <>
      <div className={styles.chosen}>
        <h3 className={styles.which}>{t('typing.which', { n: place })}</h3>
        {hasPixels ? (
          <Tooltip title={t('typing.enlarge')}>
            <Button
              size="small"
              type="text"
              icon={<ZoomInOutlined />}
              aria-label={t('typing.enlarge')}
              onClick={() => setLarge(true)}
            />
          </Tooltip>
        ) : null}
      </div>
      <div className={styles.crop}>
        <UprightCrop {...crop} room={room} />
      </div>
      <DraggableModal
        open={isLarge}
        title={t('typing.which', { n: place })}
        width="min(1240px, 94vw)"
        footer={null}
        onCancel={() => setLarge(false)}
      >
        <UprightCrop {...crop} room={largeRoom()} />
      </DraggableModal>
      <TextField
        desk={desk}
        shape={shape}
        template={rules.template}
        disabled={!mayAnnotate || shape.locked}
        field={typing.field}
        onGo={typing.go}
        onDone={typing.goUntyped}
        onIgnore={typing.ignore}
      />
    </>
  );
}

export function TextPanel({ desk, datasetId, rules }: { desk: Desk; datasetId: number; rules: TextRules }) {
  const { t } = useTranslation();
  const shapes = useStore(desk.shapes);
  const { ids } = useStore(desk.selection);
  const [isOpen, setOpen] = useState(false);
  const ordered = useMemo(() => inReadingOrder(shapes), [shapes]);
  const place = ids.length === 1 ? ordered.findIndex(({ id }) => id === ids[0]) : -1;
  const current = ordered[place] ?? null;
  const counts = countTexts(shapes, rules.template);
  const typing = useTyping(desk, ordered, current);
  useEffect(() =>
    desk.onText((command) => {
      if (command === 'text.edit') typing.edit();
      else if (command === 'text.ignore') typing.ignore();
      else typing.enter(command === 'text.next' ? 1 : -1);
    }),
  );
  return (
    <section className={panels.section} aria-label={t('typing.title')} data-testid="texts">
      <h2 className={panels.title}>
        <span className="ellipsis">
          {t('typing.title')} · <span className="num">{t('typing.untyped', { count: counts.untyped })}</span>
          {counts.odd > 0 ? (
            <span className={styles.oddCount} title={t('typing.odd')}>
              {' '}
              · {t('typing.oddCount', { count: counts.odd })}
            </span>
          ) : null}
        </span>
        <Button size="small" type="text" icon={<FontSizeOutlined />} onClick={() => setOpen(true)}>
          {t('typing.characters')}
        </Button>
      </h2>
      {current ? (
        <Chosen desk={desk} shape={current} place={place + 1} rules={rules} typing={typing} />
      ) : (
        <p className={panels.none}>{t(ids.length > 1 ? 'typing.many' : 'typing.choose')}</p>
      )}
      <TemplateField desk={desk} rules={rules} />
      <CharacterDialog
        datasetId={datasetId}
        rules={rules}
        isOpen={isOpen}
        onClose={() => {
          setOpen(false);
          desk.focus();
        }}
      />
    </section>
  );
}
