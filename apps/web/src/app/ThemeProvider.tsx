/** antd's theme, language and message rules around everything. */
import { App as AntdApp, ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US.js';
import zhCN from 'antd/es/locale/zh_CN.js';
import { useMemo, type ReactNode } from 'react';
import { useLocale } from '../core/i18n.ts';
import { themeStore } from '../core/preferences.ts';
import { useStore } from '../core/store.ts';
import { antdTheme } from '../ui/antd-theme.ts';
import { messageRules } from '../ui/message-room.tsx';

type AntdLocale = (typeof enUS)['default'];
/** The bundler gives the locale itself where the types promise a module around it. */
const plain = (module: unknown): AntdLocale => ((module as { default?: AntdLocale }).default ?? module) as AntdLocale;

export function ThemeProvider({ children }: { children: ReactNode }) {
  const theme = useStore(themeStore);
  const locale = useLocale();
  const config = useMemo(() => antdTheme(theme), [theme]);
  return (
    <ConfigProvider
      theme={config}
      locale={plain(locale === 'zh' ? zhCN : enUS)}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <AntdApp component={false} message={messageRules}>
        {children}
      </AntdApp>
    </ConfigProvider>
  );
}
