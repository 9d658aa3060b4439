/** CSV that spreadsheets read as it was meant, and never as a formula. */
import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

describe('csvText', () => {
  it('writes rows with CRLF, and quotes what needs it', () => {
    expect(
      csvText([
        ['a', 1, null],
        ['x,y', 'say "hi"', 'two\nlines'],
      ]),
    ).toBe('a,1,\r\n"x,y","say ""hi""","two\nlines"\r\n');
  });
  it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])('takes the formula out of %j', (cell) => {
    expect(csvText([[cell]])).toBe(`"'${cell}"\r\n`);
  });
  it('leaves numbers as they are', () => {
    expect(csvText([[-1.5, 0, 2e-7]])).toBe('-1.5,0,2e-7\r\n');
  });
});
