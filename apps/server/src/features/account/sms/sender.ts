/** What an SMS sender is: the one interface through which messages leave. */
import type { SmsFailure } from '@loupe/contract';

export interface SmsMessage {
  phone: string;
  /** Also in the text: some gateways fill templates of their own. */
  code: string;
  text: string;
}
/** `detail`: what the gateway said, for administrators. */
export type SmsOutcome = { failure: null; detail: string } | { failure: SmsFailure; detail: string };
export type SmsSender = (message: SmsMessage) => Promise<SmsOutcome>;
