// The browser for the browser tests: one that is there, else Debian's where we may install it.
import { existsSync } from 'node:fs';
import { ask, mustRun } from './shell.mjs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium or Chrome; LOUPE_CHROMIUM names one of your own. */
export function findChromium() {
  const named = process.env.LOUPE_CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  return places.find((place) => existsSync(place));
}

const mayInstall = () => process.getuid?.() === 0 && ask('apt-get', ['--version']) !== undefined;

export const chromiumAdvice = process.env.LOUPE_CHROMIUM
  ? `LOUPE_CHROMIUM names "${process.env.LOUPE_CHROMIUM}", which is not there.`
  : 'Install Chromium or Chrome (Debian and Ubuntu: apt install chromium), or name one with LOUPE_CHROMIUM.';

export const chromium = {
  title: 'Chromium for the browser tests',
  isDue: () => !findChromium() && !process.env.LOUPE_CHROMIUM && mayInstall(),
  install: async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await mustRun('apt-get', ['update', '-q'], { env });
    await mustRun('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
  },
};
