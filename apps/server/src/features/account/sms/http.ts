/** Sends through a gateway by HTTP: a time limit, one more try where that may help, and what it said for administrators. */
import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { SmsMessage, SmsOutcome, SmsSender } from './sender.ts';
import { fillRequest, type GatewayRequest, type SmsConfig } from './template.ts';

/** Of an answer nobody needs more. */
const answerBytes = 8192;
const shownLength = 200;

interface Answer {
  status: number;
  text: string;
}

/** No redirects: what an operator did not name is not asked. The signal bounds all of it, the body too. */
const exchange = ({ url, method, headers, body }: GatewayRequest, ca: Buffer | undefined, signal: AbortSignal) =>
  new Promise<Answer>((resolve, reject) => {
    const open = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { method, headers: { ...headers, ...length }, signal, agent: false, ...(ca ? { ca } : {}) };
    const sent = open(url, options, (reply) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const end = () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') });
      reply.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes < answerBytes) return;
        end();
        reply.destroy();
      });
      reply.on('end', end);
      reply.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const isPage = (text: string): boolean => /^\s*<(!doctype html|html)/i.test(text);

/** What a gateway's answer means. */
export function outcomeOf({ status, text }: Answer, success: string | undefined): SmsOutcome {
  const detail = `${status} ${text}`;
  if (status < 200 || status > 299) return { failure: 'refused', detail };
  if (success !== undefined) return { failure: text.includes(success) ? null : 'refused', detail };
  return { failure: isPage(text) ? 'unclear' : null, detail };
}

/** A gateway may repeat what it was sent. */
function safeDetail(detail: string, secrets: readonly string[]): string {
  const hidden = secrets.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '[hidden]'), detail);
  return hidden.replaceAll(/\s+/g, ' ').trim().slice(0, shownLength);
}

export function httpSender(config: SmsConfig): SmsSender {
  const ca = config.smsCa === undefined ? undefined : readFileSync(config.smsCa);
  const attempt = async (request: GatewayRequest): Promise<{ outcome: SmsOutcome; again: boolean }> => {
    const signal = AbortSignal.timeout(config.smsSeconds * 1000);
    try {
      const answer = await exchange(request, ca, signal);
      return { outcome: outcomeOf(answer, config.smsSuccess), again: answer.status >= 500 };
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const failure = signal.aborted ? 'timeout' : 'unreachable';
      return { outcome: { failure, detail: signal.aborted ? '' : (code ?? message) }, again: true };
    }
  };
  return async ({ phone, code, text }: SmsMessage) => {
    const secret = config.smsSecret ?? '';
    const request = fillRequest(config, { phone, code, text, secret });
    let last = await attempt(request);
    if (last.outcome.failure !== null && last.again) last = await attempt(request);
    return { ...last.outcome, detail: safeDetail(last.outcome.detail, [secret, encodeURIComponent(secret), code]) };
  };
}
