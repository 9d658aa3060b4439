/** Format patterns: what each takes and what it refuses. */
import { describe, expect, it } from 'vitest';
import { FolderName, Name30, Name50, Password } from './fields.ts';
import { patterns } from './patterns.ts';

type Sample = { yes: string[]; no: string[] };
const samples: { [K in keyof typeof patterns]: Sample } = {
  email: { yes: ['a@b.cn', 'first.last+tag@mail.example.com'], no: ['a@b', '@b.cn', 'a b@c.cn', 'a@b..cn'] },
  mobile: { yes: ['13800138000'], no: ['12800138000', '1380013800', '138001380000'] },
  phoneOrLandline: {
    yes: ['13800138000', '010-62345678', '07551234567', '021-62345678-12'],
    no: ['110', '010-02345678', '+8613800138000'],
  },
  fax: { yes: ['010-62345678', '62345678'], no: ['fax', '0-1'] },
  postcode: { yes: ['518000', '000001'], no: ['51800', '5180001', '51800a'] },
  positiveInteger: { yes: ['1', '20'], no: ['0', '01', '-1', '1.5', ''] },
  decimalFromZero: { yes: ['0', '0.5', '0.1234'], no: ['1', '0.', '0.12345', '.5', '00.1'] },
  nonNegative4: { yes: ['0', '12', '12.3456', '0.5'], no: ['-1', '01', '1.23456', '1.'] },
  unixSeconds: { yes: ['1763683200'], no: ['-1763683200', '1e9', 'NaN', '1763683200000', '17636832.5', ''] },
  verificationCode: { yes: ['123456', '000000'], no: ['12345', '1234567', '12a456', '１２３４５６', ''] },
  password: {
    yes: ['abc123', 'a!@#$%^&*()_+', '12345678901234567890'],
    no: ['abc12', '123456789012345678901', 'with space', '密码密码密码'],
  },
  name: { yes: ['板_01', 'Board', 'abc'], no: ['a-b', 'a b', '', 'a/b', 'é'] },
  personName: {
    yes: ['李娅', '阿卜杜拉·買買提', 'Zoë O’Neil-Smith Jr.', 'line_3'],
    no: ['', 'a\nb', '<b>', 'a\u202eb', 'a\u200bb', '=1+1'],
  },
  line: { yes: ['精密模具（苏州）有限公司', 'A & B "Co"'], no: ['', 'a\nb', 'a\u202eb', 'a\u0000'] },
  folderName: { yes: ['line-2', '批次_1'], no: ['a b', '../x', ''] },
  account: { yes: ['admin', 'a.b@c'], no: ['a b', '', '账号'] },
  keyName: {
    yes: ['', 'A', '7', 'F12', 'Ctrl+Alt+Shift+PageDown', 'Shift+←', 'Ctrl+\\', '?', '`'],
    no: ['a', 'F13', 'Shift+Ctrl+A', 'Ctrl+', 'Meta+A', 'Ctrl + A', 'AB', '<'],
  },
  browserKey: { yes: ['Ctrl+T', 'Ctrl+Shift+W', 'F5', 'Alt+F4'], no: ['T', 'Ctrl+K', 'F2', 'Shift+F5'] },
  color: { yes: ['#f2545b'], no: ['#F2545B', 'red', '#fff'] },
  accessToken: {
    yes: [`loupe_pat_${'aB3-_'.repeat(9).slice(0, 43)}`],
    no: ['a'.repeat(43), `loupe_pat_${'a'.repeat(42)}`],
  },
  linkToken: { yes: ['aB3-_'.repeat(9).slice(0, 43)], no: ['a'.repeat(42), `${'a'.repeat(42)}=`] },
  uploadId: { yes: ['0a'.repeat(16)], no: ['a'.repeat(31), 'A'.repeat(32)] },
  sha256: { yes: ['a'.repeat(64)], no: ['a'.repeat(63), 'g'.repeat(64)] },
};

describe.each(Object.entries(samples) as [keyof typeof patterns, Sample][])('%s', (name, { yes, no }) => {
  it.each(yes)('takes %s', (text) => expect(patterns[name].test(text)).toBe(true));
  it.each(no)('refuses “%s”', (text) => expect(patterns[name].test(text)).toBe(false));
});

describe('S68 a text of 50,000 characters', () => {
  // what goes back and forth in it would not end within the life of this test
  const length = 50_000;
  const units = ['a', '1', 'a!', '0-', '1-1', 'a@', 'a.', '.a', '-', ' ', '中', 'a@a.', '0512-', '%'];
  it.each(Object.keys(patterns) as (keyof typeof patterns)[])('is soon answered by %s', (name) => {
    for (const unit of units) {
      const text = unit.repeat(length / unit.length);
      for (const tried of [text, `${text}!`, `a@${text}`, `a@${text}!`, `1${text}\n`]) {
        expect(typeof patterns[name].test(tried)).toBe('boolean');
      }
    }
  });
});

describe('name fields', () => {
  it('bound the length at 50 and 30', () => {
    expect(Name50.safeParse('字'.repeat(50)).success).toBe(true);
    expect(Name50.safeParse('字'.repeat(51)).success).toBe(false);
    expect(Name30.safeParse('a'.repeat(30)).success).toBe(true);
    expect(Name30.safeParse('a'.repeat(31)).success).toBe(false);
    expect(FolderName.safeParse('a-'.repeat(15)).success).toBe(true);
  });
  it('trim names and never passwords', () => {
    expect(Name50.parse(' a ')).toBe('a');
    expect(Password.safeParse(' abc123').success).toBe(false);
  });
});
