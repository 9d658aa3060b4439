/** A drawer at the side of the page: Escape closes it, and what opened it gets the focus back. Same props as antd's Drawer. */
import { Drawer, type DrawerProps } from 'antd';
import { useEscape } from './escape.ts';
import { useFocusBack } from './focus.ts';

export function SideDrawer({ onClose, ...rest }: Omit<DrawerProps, 'onClose' | 'keyboard'> & { onClose: () => void }) {
  const { open = false, afterOpenChange } = rest;
  const giveFocusBack = useFocusBack(open);
  useEscape(open, onClose);
  return (
    <Drawer
      {...rest}
      keyboard={false}
      onClose={onClose}
      afterOpenChange={(isOpen) => {
        if (!isOpen) giveFocusBack();
        afterOpenChange?.(isOpen);
      }}
    />
  );
}
