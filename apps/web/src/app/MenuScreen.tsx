/** The page of menus, told what the side bar makes of each entry. */
import { MenuListPage } from '../features/authority/api.ts';
import { ownPlace } from './menu-places.ts';

export function MenuScreen() {
  return <MenuListPage placeOf={ownPlace} />;
}
