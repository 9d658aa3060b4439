/** The field in which the text of a shape is typed. Keys of an input method are the input method's. */
import { EyeInvisibleOutlined, RotateLeftOutlined, RotateRightOutlined, WarningOutlined } from '@ant-design/icons';
import { limits, type Shape } from '@loupe/contract';
import { Button, Input, Tooltip, type InputRef } from 'antd';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { shapeKinds, type Command } from '../../../canvas/index.ts';
import { useKeys } from '../keys/use-keys.ts';
import type { Desk } from '../parts/desk-types.ts';
import { isComposing } from './composing.ts';
import type { Template } from './template.ts';
import { fits, typedText } from './text-facts.ts';
import styles from './texts.module.css';
import { useTextDraft } from './use-text-draft.ts';

function Tool(props: { command: Command; text: string; icon: ReactNode; disabled: boolean; onClick: () => void }) {
  const { command, text, ...rest } = props;
  const { named } = useKeys();
  return (
    <Tooltip title={named(text, command)}>
      <Button size="small" aria-label={text} {...rest} />
    </Tooltip>
  );
}

export interface TextFieldProps {
  desk: Pick<Desk, 'editor' | 'focus'>;
  shape: Shape;
  template: Template | null;
  disabled: boolean;
  field: Ref<InputRef>;
  /** To the next text that is not typed, or where all are, to the next one; or back. False where there is no other. */
  onGo: (step: 1 | -1) => boolean;
  /** To the next that is not typed, and where none is left, out of the field. */
  onDone: () => void;
  onIgnore: () => void;
}

function useTyping({ desk, onGo, onDone, onIgnore }: TextFieldProps, draft: ReturnType<typeof useTextDraft>) {
  /** False: behind the last text the key goes its usual way, out of the field. */
  const actions: Readonly<Record<string, (event: KeyboardEvent) => boolean | void>> = {
    Enter: () => {
      draft.save();
      onDone();
    },
    Tab: ({ shiftKey }) => {
      draft.save();
      return onGo(shiftKey ? -1 : 1);
    },
    F2: () => {
      draft.drop();
      onIgnore();
    },
    // back to drawing; what was typed is taken back by undo
    Escape: () => {
      draft.save();
      desk.focus();
    },
  };
  return (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    // Nothing typed here that could be taken back: what was drawn is.
    const isUndo = event.code === 'KeyZ' && (event.ctrlKey || event.metaKey) && !draft.isChanged;
    const action = isUndo ? () => desk.editor()?.undo() : actions[event.key];
    if (!action || (event.ctrlKey && !isUndo)) return;
    event.stopPropagation();
    if (action(event) !== false) event.preventDefault();
  };
}

export function TextField(props: TextFieldProps) {
  const { desk, shape, template, disabled, field, onIgnore } = props;
  const { t } = useTranslation();
  const draft = useTextDraft(desk, shape);
  const onKeyDown = useTyping(props, draft);
  const { named } = useKeys();
  const isOdd = !fits(typedText(draft.draft), template);
  const turn = (command: Command) => desk.editor()?.run(command);
  const isFixed = disabled || shapeKinds[shape.kind].reading === null;
  return (
    <div className={styles.typing}>
      <Input
        ref={field}
        value={draft.draft}
        maxLength={limits.shapeText}
        disabled={disabled}
        spellCheck={false}
        autoComplete="off"
        aria-label={t('typing.field')}
        placeholder={t('typing.placeholder')}
        status={isOdd ? 'warning' : ''}
        suffix={isOdd ? <WarningOutlined title={t('typing.odd')} /> : <i />}
        onChange={(event) => draft.type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={draft.save}
      />
      <div className={styles.tools}>
        <Tool
          command="reading.turnBack"
          text={t('annotation.keys.reading.turnBack')}
          icon={<RotateLeftOutlined />}
          disabled={isFixed}
          onClick={() => turn('reading.turnBack')}
        />
        <Tool
          command="reading.turn"
          text={t('annotation.keys.reading.turn')}
          icon={<RotateRightOutlined />}
          disabled={isFixed}
          onClick={() => turn('reading.turn')}
        />
        <Tooltip title={named(t('annotation.keys.text.ignore'), 'text.ignore')}>
          <Button
            size="small"
            icon={<EyeInvisibleOutlined />}
            aria-pressed={shape.ignore}
            disabled={disabled}
            onClick={onIgnore}
          >
            {t(shape.ignore ? 'typing.readable' : 'typing.unreadable')}
          </Button>
        </Tooltip>
      </div>
      {isOdd ? <p className={styles.odd}>{t('typing.odd')}</p> : null}
      {draft.draft.length < limits.shapeText ? null : (
        <p className={styles.odd}>{t('typing.full', { max: limits.shapeText })}</p>
      )}
    </div>
  );
}
