/** What the configuration gave to server and tests alike. */
const given = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; playwright.config.ts sets it`);
  return value;
};

export const serverAddress = `http://127.0.0.1:${given('LOUPE_E2E_PORT')}`;
export const dataFolder = given('LOUPE_E2E_DATA');
export const admin = { account: 'admin', password: given('LOUPE_E2E_PASSWORD') };
