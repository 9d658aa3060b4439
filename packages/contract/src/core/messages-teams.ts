/** Messages of shared projects: what a level does not allow, and what keeps people from being added, removed or made owner. */
export const teamMessages = {
  'project.onlyView': {
    zh: '您可以查看此项目，但不能修改。如需更高权限，请联系所有者 {owner}',
    en: 'You can view this project, but not change it. Ask {owner}, who owns it, for more access',
  },
  'project.onlyAnnotate': {
    zh: '您可以在此项目中标注，但不能做其他修改。如需更高权限，请联系所有者 {owner}',
    en: 'You can annotate in this project, but not change anything else. Ask {owner}, who owns it, for more access',
  },
  'project.onlyEdit': {
    zh: '您可以编辑此项目，但此操作只有所有者 {owner} 可以执行，请联系对方',
    en: 'You can edit this project, but only its owner can do this. Ask {owner}',
  },
  'project.onlyExample': {
    zh: '此项目是示例数据，仅供查看。请新建自己的项目，或联系所有者 {owner}',
    en: 'This project is example data, for viewing only. Create a project of your own, or ask its owner, {owner}',
  },
  'project.cannotLeave': {
    zh: '您是此项目的所有者，请先移交给其他人再退出',
    en: 'You own this project. Hand it over to someone else before you leave it',
  },
  'project.notMember': {
    zh: '此项目未共享给您，因此无法退出',
    en: 'This project is not shared with you, so you cannot leave it',
  },
  'member.isOwner': {
    zh: '对方已是此项目的所有者',
    en: 'This person already owns the project',
  },
  'member.notThere': {
    zh: '没有此用户，或其账号已被停用。请重新搜索',
    en: 'This person does not exist, or their account is disabled. Search again',
  },
  'member.tooMany': {
    zh: '一个项目最多共享给 {max} 人，请先移除不再需要的成员',
    en: 'A project can be shared with {max} people at most. Remove members who no longer need it',
  },
  'project.exampleDenied': {
    zh: '您没有设置示例数据的权限，请联系管理员',
    en: 'You may not mark example data. Ask an administrator',
  },
  'member.added': {
    zh: '{by} 向您共享了项目「{name}」（{level}）',
    en: '{by} shared the project “{name}” with you ({level})',
  },
  'member.removed': {
    zh: '{by} 不再向您共享项目「{name}」',
    en: '{by} no longer shares the project “{name}” with you',
  },
  'project.handedOver': {
    zh: '{by} 已将项目「{name}」移交给您，您现在是其所有者',
    en: '{by} handed the project “{name}” over to you. You are its owner now',
  },
} as const;
