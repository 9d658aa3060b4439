import { describe, expect, it } from 'vitest';
import type { Sending } from './sending.ts';
import { secondsLeft, shareOf, statusOf } from './upload-status.ts';

const sending: Sending = { id: 'a', phase: 'sending', sent: 600, bytes: 1000, rate: 100, trouble: null };
const uploading = { state: 'uploading', refused: 0, received: 500, bytes: 1000, progress: null } as const;
const progress = { phase: null, done: 30, total: 120, unit: 'images', etaSeconds: 9 };
const importing = { ...uploading, state: 'importing', progress } as const;

describe('an upload in the list', () => {
  it('is interrupted when its bytes are missing and nobody here sends it', () => {
    expect(statusOf(uploading, sending, false)).toBe('sending');
    expect(statusOf(uploading, { ...sending, phase: 'waiting' }, false)).toBe('waitingNetwork');
    expect(statusOf(uploading, undefined, false)).toBe('interrupted');
    expect(statusOf(uploading, undefined, true)).toBe('elsewhere');
    expect(statusOf(uploading, sending, true)).toBe('sending');
    expect(statusOf({ state: 'completed', refused: 2 }, undefined, false)).toBe('incomplete');
    expect(statusOf({ state: 'completed', refused: 0 }, undefined, false)).toBe('completed');
  });

  it('shows bytes while they go, images while they are imported', () => {
    expect(shareOf(uploading, sending)).toBe(0.6);
    expect(shareOf(uploading, undefined)).toBe(0.5);
    expect(shareOf(importing, undefined)).toBe(0.25);
    expect(shareOf({ ...uploading, state: 'inspecting' }, undefined)).toBeNull();
  });

  it('promises a time only while something moves', () => {
    expect(secondsLeft(uploading, sending)).toBe(4);
    expect(secondsLeft(uploading, { ...sending, phase: 'waiting', rate: null })).toBeNull();
    expect(secondsLeft(uploading, undefined)).toBeNull();
    expect(secondsLeft(importing, undefined)).toBe(9);
  });
});
