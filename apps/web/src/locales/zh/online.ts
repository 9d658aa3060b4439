/** Texts of the online screens, Chinese. */
export const online = {
  title: '在线检测',
};
