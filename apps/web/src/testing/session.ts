/** The session of a person who holds these keys. */
import { tourIds, type PermissionKey, type SessionData } from '@loupe/contract';

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
  menuList: keys.map((key) => ({ menuComponent: key, children: [] })),
  mustChangePassword: false,
  mustComplete: false,
  mustBeApproved: false,
  toursSeen: [...tourIds],
  ...more,
});
