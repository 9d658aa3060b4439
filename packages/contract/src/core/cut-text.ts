/**
 * The first so many characters of a text, or the last: as `max` of a schema counts them, never half of one. JavaScript's own
 * `slice` counts halves, and what is cut through is neither stored nor answered.
 */
export function cutText(text: string, most: number, keep: 'start' | 'end' = 'start'): string {
  if (text.length <= most) return text;
  // the count may be 0, where `slice(-0)` would keep all
  if (most <= 0) return '';
  // a text may be as long as a file: no more of it is taken apart than may stay
  return keep === 'start'
    ? Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('')
    : Array.from(text.slice(-2 * most))
        .slice(-most)
        .join('');
}

/** Characters of a text, as `max` of a schema counts them. */
export const characterCount = (text: string): number => [...text].length;
