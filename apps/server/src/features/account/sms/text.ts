/** What is sent, in the language of the server. */
import { limits, messageText, type MessageKey } from '@loupe/contract';
import type { Services } from '../../../core/services.ts';

type TextKey = Extract<
  MessageKey,
  `sms.${'register' | 'registerKnown' | 'reset' | 'resetUnknown' | 'customerReset' | 'change' | 'test'}`
>;

export const codeText =
  ({ config }: Pick<Services, 'config'>, key: TextKey) =>
  (code: string): string =>
    messageText(key, config.lang ?? 'zh', { code, minutes: limits.codeMinutes });
