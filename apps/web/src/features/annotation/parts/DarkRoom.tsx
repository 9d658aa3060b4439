/** The workbench is dark in every theme: images are judged on it. Pop-ups open inside, so that they are dark as well. */
import { ConfigProvider } from 'antd';
import { useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { antdTheme } from '../../../ui/antd-theme.ts';
import { ConfirmProvider } from '../../../ui/confirm.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { paletteVars } from '../../../ui/tokens.ts';
import styles from './workbench.module.css';

const room = {
  ...paletteVars('dark'),
  '--page': '#070a0d',
  '--panel': '#12181f',
  '--line': '#ffffff14',
  colorScheme: 'dark',
} as CSSProperties;
const theme = antdTheme('dark');
/** Of the bar on top (workbench.module.css): messages leave its buttons free. */
const headHeight = 44;

/** `onUsed`: a button was pressed with the mouse; the keys go back to the image. */
export function DarkRoom({ onUsed, children }: { onUsed?: () => void; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  const used = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const isPress = event.detail > 0 && target.closest('button') && !target.closest('[role=dialog], [role=menu]');
    if (isPress && document.activeElement?.tagName !== 'INPUT') onUsed?.();
  };
  return (
    <ConfigProvider theme={theme} getPopupContainer={() => root.current ?? document.body}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div ref={root} className={styles.room} style={room} onClick={used}>
        <MessageRoom room={root} top={headHeight + 8} />
        {children}
      </div>
    </ConfigProvider>
  );
}

/** A room without an image: what is in its middle, and a bar on top where there is a way back. */
export function Alone({ head, children }: { head?: ReactNode; children: ReactNode }) {
  return (
    <DarkRoom>
      {head}
      <div className={styles.alone}>{children}</div>
    </DarkRoom>
  );
}

/** Questions that are asked from the workbench, also by what stands around its room, are dark as the room is. */
export function DarkQuestions({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={theme}>
      <ConfirmProvider>{children}</ConfirmProvider>
    </ConfigProvider>
  );
}
