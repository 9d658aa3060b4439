/**
 * The field for a name: `<NameItem name="name" label rule={longName} />` in a form, `<NameField rule value onChange />`
 * elsewhere. The rule stands below from the start, the length is counted, and nothing that was typed is cut off.
 */
import { Form, Input, type InputRef } from 'antd';
import { useLayoutEffect, useRef, type ChangeEvent, type KeyboardEvent, type Ref } from 'react';
import { asParagraph } from '../core/i18n.ts';
import { nameFault, nameFaultText, nameRuleText, pastedName, typedName, type NameRule } from './name-rule.ts';

export interface NameFieldProps {
  rule: NameRule;
  value?: string;
  onChange?: (text: string) => void;
  id?: string;
  ref?: Ref<InputRef> | null;
  size?: 'small' | 'middle' | 'large';
  status?: 'error' | '';
  placeholder?: string | undefined;
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  onKeyDown?: (e: KeyboardEvent<HTMLInputElement>) => void;
}

/** What the field becomes. While an input method composes, the text is its own. */
const taken = (e: ChangeEvent<HTMLInputElement>, { kind }: NameRule): string => {
  const field = e.target;
  const { isComposing, inputType } = e.nativeEvent as InputEvent;
  if (isComposing) return field.value;
  return inputType === 'insertFromPaste' ? pastedName(field.value, kind) : typedName(field.value, kind);
};

export function NameField({ rule, value = '', onChange, ...rest }: NameFieldProps) {
  // A browser puts the cursor at the end of a text that is not what was typed.
  const cursor = useRef<{ field: HTMLInputElement; at: number; name: string } | null>(null);
  useLayoutEffect(() => {
    if (cursor.current?.name !== value) return;
    const { field, at } = cursor.current;
    cursor.current = null;
    field.setSelectionRange(at, at);
    // The value is what has put the cursor to the end.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [value]);
  const onTyped = (e: ChangeEvent<HTMLInputElement>) => {
    const field = e.target;
    const name = taken(e, rule);
    if (name !== field.value) cursor.current = { field, at: field.selectionStart ?? name.length, name };
    onChange?.(name);
  };
  return (
    <Input
      autoComplete="off"
      {...rest}
      value={value}
      count={{ show: true, max: rule.max, strategy: (text) => text.length }}
      onChange={onTyped}
      onCompositionEnd={(e) => onChange?.(typedName(e.currentTarget.value, rule.kind))}
      onBlur={() => {
        if (value !== value.trim()) onChange?.(value.trim());
      }}
    />
  );
}

export interface NameItemProps {
  name: string;
  label: string;
  rule: NameRule;
  /** What the name is for, before the rule. */
  help?: string;
  placeholder?: string;
}

export function NameItem({ name, label, rule, help, placeholder }: NameItemProps) {
  const text = nameRuleText(rule);
  return (
    <Form.Item
      name={name}
      label={label}
      extra={help ? asParagraph([help, text]) : text}
      rules={[
        {
          validator: (_, typed: unknown) => {
            const fault = nameFault(String(typed ?? ''), rule);
            return fault ? Promise.reject(new Error(nameFaultText(fault, rule))) : Promise.resolve();
          },
        },
      ]}
    >
      <NameField rule={rule} placeholder={placeholder} />
    </Form.Item>
  );
}
