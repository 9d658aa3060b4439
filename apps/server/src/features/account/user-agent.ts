/** What a browser says of itself, as a person would call it. */
import bowser from 'bowser';

export interface Agent {
  browser: string | null;
  system: string | null;
}

export function readAgent(userAgent: string): Agent {
  // the parser refuses to look at nothing
  if (userAgent === '') return { browser: null, system: null };
  const { browser, os } = bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
