import type { ArchiveClass, Label } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { firstRows, isFaulty, mappingOf, noteOf, outcomeOf } from './mapping.ts';

const labels: Label[] = [{ id: 7, name: 'spur', color: '#f2545b', ordinal: 0, shapes: 3 }];
const classes: ArchiveClass[] = [
  { name: 'spur', shapes: 10, labelId: 7 },
  { name: 'pin-hole', shapes: 4, labelId: null },
  { name: '毛刺 2', shapes: 1, labelId: null },
];

describe('mapping of classes', () => {
  it('offers the label of the same name, else a new one with a name that labels may have and a colour of its own', () => {
    const rows = firstRows(classes, labels);
    expect(rows.map((row) => [row.to, row.labelId, row.newName])).toEqual([
      ['label', 7, 'spur'],
      ['new', null, 'pin_hole'],
      ['new', null, '毛刺_2'],
    ]);
    expect(new Set([labels[0]!.color, rows[1]!.color, rows[2]!.color]).size).toBe(3);
    expect(rows.some(isFaulty)).toBe(false);
  });

  it('takes the colours that the annotations give, unless a label or another class has them', () => {
    const colored = ['#123456', '#f2545b', '#123456', undefined].map((color, i) => ({
      name: `c${i}`,
      shapes: 1,
      labelId: null,
      ...(color && { color }),
    }));
    const [own, ofLabel, repeated, none] = firstRows(colored, labels).map(({ color }) => color);
    expect(own).toBe('#123456');
    expect(new Set([own, ofLabel, repeated, none, labels[0]!.color]).size).toBe(5);
  });

  it('finds the label that a class became in an earlier import, which had to spell it another way', () => {
    const known: Label = { id: 9, name: 'pin_hole', color: '#2ec4b6', ordinal: 1, shapes: 4 };
    const [, hole] = firstRows(classes, [...labels, known]);
    expect([hole!.to, hole!.labelId]).toEqual(['label', 9]);
  });

  it('refuses names that a label may not have', () => {
    const [, hole] = firstRows(classes, labels);
    const named = (newName: string) => ({ ...hole!, newName });
    expect([' ', 'a b', 'x'.repeat(31), 'x'.repeat(30)].map((name) => isFaulty(named(name)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isFaulty({ ...named('a b'), to: 'none' })).toBe(false);
  });

  it('says of a new label that it joins another, or has a name that was adapted', () => {
    const rows = firstRows(classes, labels);
    const note = (newName: string, i = 1) => {
      const named = rows.map((row, j) => (j === i ? { ...row, newName } : row));
      return noteOf(named[i]!, named, labels);
    };
    expect(noteOf(rows[0]!, rows, labels)).toBeNull();
    expect(note('pin_hole')).toEqual({ why: 'adapted' });
    expect(note('hole')).toBeNull();
    expect(note(' Spur')).toEqual({ why: 'joins', name: 'spur' });
    expect(note('毛刺_2')).toEqual({ why: 'joins', name: '毛刺 2' });
    expect(note('a b')).toBeNull();
    expect(noteOf({ ...rows[1]!, to: 'none' }, rows, labels)).toBeNull();
  });

  it('counts a new label once, however many classes go to it, and not when it is there', () => {
    const named = (newName: string) =>
      firstRows(classes, labels).map((row) => ({ ...row, to: 'new' as const, newName }));
    expect(outcomeOf(named('hole'), labels, 'one').newLabels).toBe(1);
    expect(outcomeOf(named(' Spur'), labels, 'one').newLabels).toBe(0);
  });

  it('says what will happen, and what is sent agrees', () => {
    const rows = firstRows(classes, labels).map((row) =>
      row.name === '毛刺 2' ? { ...row, to: 'none' as const } : row,
    );
    expect(outcomeOf(rows, labels, 'one')).toEqual({ kept: 14, known: 0, left: 1, newLabels: 1 });
    expect(mappingOf(rows).map((one) => [one.name, one.target.to])).toEqual([
      ['spur', 'label'],
      ['pin-hole', 'new'],
      ['毛刺 2', 'none'],
    ]);
  });
});
