/** Ends the session in this browser and goes to /login. */
import { queryClient } from '../core/query.ts';
import { signOut } from '../core/session.ts';

let go: () => void = () => {};
/** The router is made after the layout that needs it here. */
export const connectLeave = (toLogin: () => void): void => {
  go = toLogin;
};

export const leave = (): void => {
  signOut();
  queryClient.clear();
  go();
};
