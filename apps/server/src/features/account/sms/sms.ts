/** Sending by SMS: picks the sender that is set, and keeps what administrators are shown of it. */
import { limits, maskedPhone, type CodePurpose, type SmsDelivery, type SmsSenderKind } from '@loupe/contract';
import type { Services } from '../../../core/services.ts';
import { httpSender } from './http.ts';
import type { SmsMessage, SmsOutcome, SmsSender } from './sender.ts';

const mostKept = 50;

/** What was printed instead of sent. Kept in memory only: nothing on the disk holds a code. */
export interface PrintedCode {
  phone: string;
  purpose: CodePurpose;
  code: string;
  expiresAt: number;
  /** Of its row: whether it was used stands there. */
  id: number;
}

export interface Sms {
  readonly kind: SmsSenderKind;
  /** `id`: of the code's row. True when the message is on its way. */
  send: (purpose: CodePurpose, message: SmsMessage, id: number) => Promise<boolean>;
  deliveries: () => readonly SmsDelivery[];
  printed: () => readonly PrintedCode[];
}

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** `print`: where codes go without a gateway; never the log. */
export function makeSms({ config, log }: Pick<Services, 'config' | 'log'>, print = printLine): Sms {
  let deliveries: SmsDelivery[] = [];
  let printed: PrintedCode[] = [];
  const onConsole = (purpose: CodePurpose, id: number): SmsSender => {
    return async ({ phone, code, text }) => {
      const expiresAt = Date.now() + limits.codeMinutes * 60_000;
      printed = [{ phone, purpose, code, expiresAt, id }, ...printed].slice(0, mostKept);
      print(`SMS ${phone}: ${text}`);
      return { failure: null, detail: '' };
    };
  };
  const http = config.smsSender === 'http' ? httpSender(config) : undefined;
  const record = (purpose: CodePurpose, phone: string, { failure, detail }: SmsOutcome): void => {
    const masked = maskedPhone(phone);
    deliveries = [{ at: new Date().toISOString(), phone: masked, purpose, failure, detail }, ...deliveries];
    deliveries = deliveries.slice(0, mostKept);
    if (failure !== null) log.warn({ failure, detail, to: masked }, 'the SMS gateway did not take a message');
  };
  return {
    kind: config.smsSender,
    send: async (purpose, message, id) => {
      if (config.smsSender === 'off') return false;
      const outcome = await (http ?? onConsole(purpose, id))(message);
      record(purpose, message.phone, outcome);
      return outcome.failure === null;
    },
    deliveries: () => deliveries,
    printed: () => printed.filter(({ expiresAt }) => expiresAt > Date.now()),
  };
}
