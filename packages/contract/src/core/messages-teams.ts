/** Messages of shared projects: what a level does not allow, and what keeps people from being added, removed or made owner. */
export const teamMessages = {
  'project.onlyView': {
    zh: '您可以查看此项目，但不能修改。如需更高权限，请联系所有者{owner}',
    en: 'You can view this project, but not change it. Ask {owner}, who owns it, for more access',
  },
  'project.onlyAnnotate': {
    zh: '您可以在此项目中标注，但不能做其他修改。如需更高权限，请联系所有者{owner}',
    en: 'You can annotate in this project, but not change anything else. Ask {owner}, who owns it, for more access',
  },
  'project.onlyEdit': {
    zh: '您可以编辑此项目，但此操作只有所有者{owner}可以执行，请联系对方',
    en: 'You can edit this project, but only its owner can do this. Ask {owner}',
  },
  'project.onlyExample': {
    zh: '此项目是示例数据，仅供查看。请新建自己的项目，或联系所有者{owner}',
    en: 'This project is example data, for viewing only. Add a project of your own, or ask its owner, {owner}',
  },
} as const;
