/** What the person at the terminal reads: the address, and how to sign in first. */
import { locales, type Locale } from '@loupe/contract';

export interface FirstAdmin {
  readonly account: string;
  /** The generated one, as long as it waits to be changed. */
  readonly password?: string | undefined;
}

const texts = {
  zh: {
    ready: (url: string) => `Loupe 已就绪：${url}`,
    workerOnly: 'Loupe 已就绪（本机只运行后台任务）。',
    generated: (account: string, password: string) =>
      `首次登录　账号：${account}　密码：${password}　（登录后须修改密码）`,
    chosen: (account: string) => `首次登录　账号：${account}　密码：LOUPE_ADMIN_PASSWORD 中设定的密码`,
    stop: '按 Ctrl-C 停止。',
    stopping: '正在停止……',
  },
  en: {
    ready: (url: string) => `Loupe is ready: ${url}`,
    workerOnly: 'Loupe is ready (background work only on this machine).',
    generated: (account: string, password: string) =>
      `First sign-in: account ${account}, password ${password} (it must be changed after signing in)`,
    chosen: (account: string) => `First sign-in: account ${account}, with the password set in LOUPE_ADMIN_PASSWORD`,
    stop: 'Press Ctrl-C to stop.',
    stopping: 'Stopping …',
  },
} as const;

const inEach = (lang: Locale | undefined, textOf: (locale: Locale) => string): string =>
  (lang ? [lang] : locales).map(textOf).join('\n');

/** In both languages where none is set: the address is what everybody needs. */
export const greeting = (lang: Locale | undefined, url: string | undefined, admin: FirstAdmin | undefined): string =>
  inEach(lang, (locale) => greetingIn(locale, url, admin));

function greetingIn(lang: Locale, url: string | undefined, admin: FirstAdmin | undefined): string {
  const text = texts[lang];
  const signIn =
    admin &&
    (admin.password === undefined ? text.chosen(admin.account) : text.generated(admin.account, admin.password));
  return ['', url === undefined ? text.workerOnly : text.ready(url), ...(signIn ? [signIn] : []), text.stop, ''].join(
    '\n',
  );
}

/** What is said while an upgrade changes the database. */
export const migrationTexts = {
  zh: {
    backup: '正在升级数据库：先备份……',
    kept: (folder: string) => `备份在 ${folder}`,
    step: (number: number, of: number, tag: string) => `正在升级数据库 ${number}/${of}：${tag}`,
  },
  en: {
    backup: 'The database is being upgraded; first a backup …',
    kept: (folder: string) => `The backup is in ${folder}`,
    step: (number: number, of: number, tag: string) => `Upgrading the database ${number}/${of}: ${tag}`,
  },
} as const;

export const stoppingText = (lang: Locale | undefined): string => inEach(lang, (locale) => texts[locale].stopping);
