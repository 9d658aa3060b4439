/**
 * The field for a code by SMS with the button that asks for one; the button counts down until another may be asked for.
 * `send` answers what the server says of it, or null where the form is not ready for it.
 */
import { CallError, patterns, type CodeSent } from '@loupe/contract';
import { Button, Form, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../core/countdown.ts';
import { useApi } from '../../../core/query.ts';
import { TextField } from '../../../ui/fields.tsx';

/** Too early: the server says how many seconds are left. */
const secondsLeft = (error: unknown): number => {
  const seconds = error instanceof CallError ? (error.data as { seconds?: unknown } | null)?.seconds : 0;
  return typeof seconds === 'number' ? seconds : 0;
};

export interface CodeFieldProps {
  send: () => Promise<{ phone: string; sent: CodeSent } | null>;
}

export function CodeField({ send }: CodeFieldProps) {
  const { t } = useTranslation();
  const config = useApi('publicConfig', {}, { silent: true });
  const [left, start] = useCountdown();
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState('');
  const ask = async () => {
    setBusy(true);
    try {
      const answer = await send();
      if (!answer) return;
      start(answer.sent.resendSeconds);
      const words = { phone: answer.phone, minutes: answer.sent.minutes };
      // without a gateway nothing reaches the phone
      setTold(config.data?.codes === 'console' ? t('center.codeToAsk', words) : t('center.codeSent', words));
    } catch (error) {
      // the failure itself was shown by the one handler
      const seconds = secondsLeft(error);
      if (seconds > 0) start(seconds);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form.Item label={t('center.code')} htmlFor="sms-code" required extra={<output>{told}</output>}>
      <Space.Compact block>
        <Form.Item
          name="code"
          noStyle
          rules={[{ required: true, pattern: patterns.verificationCode, message: t('center.codeRule') }]}
        >
          <TextField id="sms-code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Form.Item>
        <Button loading={busy} disabled={left > 0} onClick={() => void ask()}>
          {left > 0 ? t('center.sendAgain', { count: left }) : t('center.sendCode')}
        </Button>
      </Space.Compact>
    </Form.Item>
  );
}
