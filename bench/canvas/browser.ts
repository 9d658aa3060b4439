/** The Chromium that benchmarks use. */
export const launch = {
  executablePath: process.env['LOUPE_CHROMIUM'] || '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
};
