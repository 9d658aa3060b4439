/**
 * Text fields for forms. `<TextField>` and `<TextArea>` trim what was typed when they are left; `<PasswordField>` never
 * changes a password. All are controlled by antd's Form.Item or by `value` and `onChange(text)`.
 */
import { Input, type InputProps, type InputRef } from 'antd';
import type { PasswordProps } from 'antd/es/input/Password.js';
import type { TextAreaProps } from 'antd/es/input/TextArea.js';
import type { Ref } from 'react';

interface TextControl {
  value?: string;
  onChange?: (text: string) => void;
}

/** What a text becomes when its field is left. */
export const leftText = (text: string, kind: 'text' | 'password'): string => (kind === 'password' ? text : text.trim());

const trimOnLeave = ({ value, onChange }: TextControl) => {
  if (value === undefined) return;
  const left = leftText(value, 'text');
  if (left !== value) onChange?.(left);
};

export type TextFieldProps = TextControl &
  Omit<InputProps, 'value' | 'onChange' | 'type'> & { ref?: Ref<InputRef> | undefined };

export function TextField({ value, onChange, onBlur, ...rest }: TextFieldProps) {
  return (
    <Input
      autoComplete="off"
      {...rest}
      value={value ?? ''}
      onChange={(e) => onChange?.(e.target.value)}
      onBlur={(e) => {
        trimOnLeave({ value: value ?? '', ...(onChange ? { onChange } : {}) });
        onBlur?.(e);
      }}
    />
  );
}

export type TextFieldAreaProps = TextControl & Omit<TextAreaProps, 'value' | 'onChange'>;

export function TextArea({ value, onChange, onBlur, ...rest }: TextFieldAreaProps) {
  return (
    <Input.TextArea
      autoSize={{ minRows: 2, maxRows: 6 }}
      {...rest}
      value={value ?? ''}
      onChange={(e) => onChange?.(e.target.value)}
      onBlur={(e) => {
        trimOnLeave({ value: value ?? '', ...(onChange ? { onChange } : {}) });
        onBlur?.(e);
      }}
    />
  );
}

export function PasswordField({ value, onChange, ...rest }: TextFieldProps & Pick<PasswordProps, 'visibilityToggle'>) {
  return <Input.Password {...rest} value={value ?? ''} onChange={(e) => onChange?.(e.target.value)} />;
}
