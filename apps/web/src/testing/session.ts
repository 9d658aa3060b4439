/** The session of a person who holds these keys. */
import { firstMenu, menuTree, tourIds, type PermissionKey, type SessionData } from '@loupe/contract';

export const sessionOf = (keys: readonly PermissionKey[], more: Partial<SessionData> = {}): SessionData => ({
  user: {
    id: 1,
    username: 'chief',
    accountName: null,
    realName: null,
    phone: null,
    email: null,
    roleName: 'chiefs',
    token: null,
  },
  userId: 1,
  userName: 'chief',
  username: 'chief',
  channelFlag: 0,
  menuList: menuTree(firstMenu, (key) => key === 'next' || keys.some((one) => one === key)),
  mustChangePassword: false,
  mustComplete: false,
  mustBeApproved: false,
  toursSeen: [...tourIds],
  ...more,
});
