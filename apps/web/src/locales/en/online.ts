/** Texts of the online screens, English. */
export const online = {
  title: 'Online use',
};
