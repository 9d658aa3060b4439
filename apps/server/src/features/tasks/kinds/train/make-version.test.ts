/** What the log of a training says where its version is not proven. */
import { messageText, type Certificate } from '@loupe/contract';
import { expect, it } from 'vitest';
import { causeOfProof } from './make-version.ts';

const certificate: Certificate = {
  v: 2,
  prediction: 'boxes',
  passed: false,
  cases: 3,
  compared: 1,
  minCompared: 5,
  deltas: [],
  pixelsEqual: true,
  formats: ['png'],
  failures: ['1 detections were compared; 5 are needed for a proof: train longer'],
  runtime: 'r',
  at: '2026-11-25T12:00:00.000Z',
};
const told = (change: Partial<Certificate>, why = '') =>
  causeOfProof({ certificate: { ...certificate, ...change }, why }, false);

it('says to train longer where there was too little to compare, and how much there was', () => {
  const { code, args } = told({});
  expect(code).toBe('parity.tooFew');
  expect(messageText('warning.parity.tooFew', 'en', args)).toMatch(/1 clear result, and at least 5 .* Train longer/);
  expect(messageText('warning.parity.tooFew', 'zh', args)).toMatch(/只有 1 个.*至少需要 5 个.*延长训练/);
  // a reader that does not train cannot be trained longer
  expect(messageText('warning.parity.tooFewReady', 'en', args)).toMatch(/1 clear result, .* Choose images/);
});

it('names the first stage where no image of a chain could be compared', () => {
  const none = { ...certificate, cases: 0, compared: 0 };
  expect(causeOfProof({ certificate: none, why: '' }, true).code).toBe('parity.partsUnclear');
  expect(messageText('warning.parity.partsUnclear', 'en', {})).toMatch(/first stage/);
  // else there is something to compare, only too little, or no stage before it
  expect(causeOfProof({ certificate, why: '' }, true).code).toBe('parity.tooFew');
  expect(told({ cases: 0, compared: 0 }).code).toBe('parity.tooFew');
});

it('says what differs where something does', () => {
  expect(told({ failures: [...certificate.failures, 'a.png: its file is missing'] }, 'w').code).toBe('parity.failed');
  expect(told({ compared: 9, failures: ['a.png: the decoded pixels differ'] }, 'the pixels')).toEqual({
    code: 'parity.failed',
    args: { why: 'the pixels' },
  });
  expect(causeOfProof({ certificate: null, why: 'the host was lost' }, true)).toMatchObject({ code: 'parity.failed' });
});
