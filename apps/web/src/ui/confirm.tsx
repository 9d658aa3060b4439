/**
 * Questions before something is done. `const confirm = useConfirm(); if (await confirm({title, content, danger})) …`.
 * The words on the button say what happens, not "yes".
 */
import { Input } from 'antd';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmContext, type Confirm, type Question } from './ask.ts';
import { DraggableModal } from './DraggableModal.tsx';

export { useConfirm, type Question } from './ask.ts';

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const answer = useRef<(yes: boolean) => void>(() => {});
  const ask = useCallback<Confirm>((next) => {
    answer.current(false);
    setQuestion(next);
    setTyped('');
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const end = (yes: boolean) => {
    setOpen(false);
    answer.current(yes);
  };
  const wanted = question?.typeName;
  const disabled = wanted !== undefined && typed.trim() !== wanted;
  const button = useMemo(
    () => ({
      disabled,
      ...(question?.danger ? { danger: true, type: 'default' as const } : { type: 'primary' as const }),
    }),
    [question, disabled],
  );
  return (
    <ConfirmContext value={ask}>
      {children}
      <DraggableModal
        open={open}
        // above the dialog that it was asked from, whichever of the two was there first
        zIndex={1100}
        title={question?.title}
        okText={question?.okText ?? t('ui.ok')}
        cancelText={question?.cancelText ?? t('ui.cancel')}
        okButtonProps={button}
        {...(question?.danger ? { onEnter: null } : {})}
        onOk={() => end(true)}
        onCancel={() => end(false)}
      >
        {question?.content}
        {wanted === undefined ? null : (
          <label style={{ display: 'block', marginTop: 16 }}>
            {t('ui.typeName', { name: wanted })}
            <Input
              autoComplete="off"
              value={typed}
              onChange={(e) => setTyped(e.target.value)}
              onPressEnter={() => (disabled ? undefined : end(true))}
              style={{ marginTop: 6 }}
            />
          </label>
        )}
      </DraggableModal>
    </ConfirmContext>
  );
}
