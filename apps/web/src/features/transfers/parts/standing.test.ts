import { describe, expect, it } from 'vitest';
import type { Sending } from './sending.ts';
import { secondsLeft, shareOf, standingOf } from './standing.ts';

const sending: Sending = { id: 'a', phase: 'sending', sent: 600, bytes: 1000, rate: 100, trouble: null };
const uploading = { state: 'uploading', refused: 0, received: 500, bytes: 1000, progress: null } as const;
const progress = { phase: null, done: 30, total: 120, unit: 'images', etaSeconds: 9 };
const importing = { ...uploading, state: 'importing', progress } as const;

describe('an upload in the list', () => {
  it('is interrupted when its bytes are missing and nobody here sends it', () => {
    expect(standingOf(uploading, sending, false)).toBe('sending');
    expect(standingOf(uploading, { ...sending, phase: 'waiting' }, false)).toBe('waitingNetwork');
    expect(standingOf(uploading, undefined, false)).toBe('interrupted');
    expect(standingOf(uploading, undefined, true)).toBe('elsewhere');
    expect(standingOf(uploading, sending, true)).toBe('sending');
    expect(standingOf({ state: 'completed', refused: 2 }, undefined, false)).toBe('incomplete');
    expect(standingOf({ state: 'completed', refused: 0 }, undefined, false)).toBe('completed');
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
