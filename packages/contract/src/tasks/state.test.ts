/** The transition table: every task can end, ends are final, and only listed actions pass. */
import { describe, expect, it } from 'vitest';
import { promptOf } from './kinds.ts';
import { actionsFrom, confirmPrompts, isOpen, nextState, TaskAction, TaskState, transitions } from './state.ts';

const ends: TaskState[] = ['completed', 'failed', 'stopped', 'canceled'];

describe('transitions', () => {
  it('lead to known states', () => {
    for (const row of Object.values(transitions))
      for (const to of Object.values(row)) expect(TaskState.options).toContain(to);
  });
  it.each(TaskState.options)('%s can reach an end', (from) => {
    const seen = new Set<TaskState>([from]);
    for (const state of seen) for (const to of Object.values(transitions[state])) seen.add(to);
    expect(ends.some((end) => seen.has(end))).toBe(true);
  });
  it.each(ends)('%s is not open, and left by trying again at most', (end) => {
    expect(transitions[end]).toEqual(end === 'failed' || end === 'stopped' ? { retry: 'queued' } : {});
    expect(isOpen(end)).toBe(false);
  });
  it('cancel only what is queued, stop what runs', () => {
    expect(TaskState.options.filter((s) => nextState(s, 'cancel') === 'canceled')).toEqual(['queued']);
    expect(nextState('running', 'stop')).toBe('stopping');
    expect(nextState('completed', 'stop')).toBeUndefined();
  });
  it('offer buttons from the same table', () => {
    expect(actionsFrom('running', TaskAction.options)).toEqual(['pause', 'stop', 'complete']);
    expect(actionsFrom('running', ['cancel', 'stop'])).toEqual(['stop']);
    expect(actionsFrom('failed', TaskAction.options)).toEqual(['retry']);
    expect(actionsFrom('failed', ['cancel', 'stop'])).toEqual([]);
  });
  it('ask in the words of the kind where it has some', () => {
    expect(promptOf('train', 'stop').text.en).toContain('not create a version');
    expect(promptOf('test', 'complete').text.zh).toContain('已预测');
  });
  it('ask before each action, in both languages', () => {
    for (const action of TaskAction.options) {
      expect(confirmPrompts[action].title.zh).not.toBe('');
      expect(confirmPrompts[action].text.en).not.toBe('');
      expect(promptOf('import', action)).toEqual(confirmPrompts[action]);
    }
  });
});
