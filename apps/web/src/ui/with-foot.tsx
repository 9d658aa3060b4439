/** `popupRender={withFoot(<Button … />)}`: what stands below the options of a list. */
import { Divider } from 'antd';
import type { ReactElement } from 'react';

export const withFoot =
  (foot: ReactElement) =>
  (menu: ReactElement): ReactElement => (
    <>
      {menu}
      <Divider style={{ margin: '4px 0' }} />
      {foot}
    </>
  );
