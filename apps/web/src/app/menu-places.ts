/** Where the entries of the menu stand in the side bar, and what they are while nobody has changed them. */
import { adminGroup, type Locale, type MenuIcon } from '@loupe/contract';
import i18next from 'i18next';
import type { EntryId } from '../core/scene.tsx';
import type { zh } from '../locales/zh.ts';

export type PageTitle = keyof (typeof zh)['shell']['pages'];

/** By the entries of the side bar: the key that the menu knows them by, and their icon. */
const entries: { readonly [E in EntryId]: { key: string; icon: MenuIcon } } = {
  projects: { key: 'project/pageList', icon: 'project' },
  datasets: { key: 'dataset/pageList', icon: 'database' },
  models: { key: 'model/pageList', icon: 'deployment' },
  online: { key: 'online', icon: 'aim' },
  ocr: { key: 'ocrModel', icon: 'scan' },
  anomaly: { key: 'anomalyModel', icon: 'alert' },
};
export const groupIcon: MenuIcon = 'team';

export interface Place {
  entry: EntryId;
  icon: MenuIcon;
}
export const places: ReadonlyMap<string, Place> = new Map(
  (Object.keys(entries) as EntryId[]).map((entry) => [entries[entry].key, { entry, icon: entries[entry].icon }]),
);

/** The pages of the group, by the keys that the menu knows them by. */
export const groupTitles: Readonly<Record<string, PageTitle>> = {
  'sys/user/list': 'users',
  'sys/selfRegisterUser/list': 'customers',
  'sys/role/pageList': 'roles',
  'sys/menu/list': 'menus',
  'sys/statistics': 'statistics',
  'sys/audit/list': 'audit',
  sms: 'sms',
  agreements: 'agreements',
};

/** Names and icon of an entry that nobody has changed. Null: it has no place in the side bar. */
export interface OwnPlace {
  zh: string;
  en: string;
  icon: MenuIcon | null;
}
export function ownPlace(key: string): OwnPlace | null {
  const place = places.get(key);
  const title = groupTitles[key];
  const text = (locale: Locale): string => {
    const t = i18next.getFixedT(locale);
    return title === undefined ? t(`shell.${place?.entry ?? 'authority'}`) : t(`shell.pages.${title}`);
  };
  if (!place && title === undefined && key !== adminGroup) return null;
  return { zh: text('zh'), en: text('en'), icon: key === adminGroup ? groupIcon : (place?.icon ?? null) };
}
