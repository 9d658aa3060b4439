/** Projects shared with others: who is a member at which level, leaving, and handing a project over. */
import { z } from 'zod';
import { ById, Id, Nothing, SearchText, Time } from './core/fields.ts';
import type { MessageKey, Words } from './core/messages.ts';
import { levels, memberLevels, type Level } from './core/need.ts';
import { route } from './core/route.ts';

export const levelTitles: { readonly [L in Level]: Words } = {
  viewer: { zh: '查看者', en: 'Viewer' },
  annotator: { zh: '标注者', en: 'Annotator' },
  editor: { zh: '编辑者', en: 'Editor' },
  owner: { zh: '所有者', en: 'Owner' },
};

/** What a level may do, said to the person who gives it. */
export const levelTexts: { readonly [L in Level]: Words } = {
  viewer: { zh: '查看、导出和下载项目中的所有内容', en: 'Sees everything, and can export and download it' },
  annotator: { zh: '还可以标注图片', en: 'Can also annotate images' },
  editor: {
    zh: '还可以修改项目中的所有内容，但不能共享、移交或删除项目',
    en: 'Can also change everything in the project, but not share, hand over or delete it',
  },
  owner: { zh: '拥有全部权限', en: 'Can do everything' },
};

/** What is said to somebody whose level does not suffice, with `owner` in it. */
export const levelRefusals: { readonly [L in Exclude<Level, 'owner'>]: MessageKey } = {
  viewer: 'project.onlyView',
  annotator: 'project.onlyAnnotate',
  editor: 'project.onlyEdit',
};
/** The same of example data, which most people only look at. */
export const levelRefusal = (level: Exclude<Level, 'owner'>, isExample: boolean): MessageKey =>
  isExample && level === 'viewer' ? 'project.onlyExample' : levelRefusals[level];

/** A person as others see them: never their phone. */
export const Person = z.object({ userId: Id, account: z.string(), name: z.string() });
export type Person = z.infer<typeof Person>;

export const Member = Person.extend({
  level: z.enum(memberLevels),
  /** Someone who is disabled cannot sign in; the project stays shared with them. */
  enabled: z.boolean(),
  since: Time,
});
export type Member = z.infer<typeof Member>;

export const Sharing = z.object({ owner: Person, members: z.array(Member) });
export type Sharing = z.infer<typeof Sharing>;

/** A project that the person sees without owning it. */
export const ProjectAccess = z.object({
  projectId: Id,
  level: z.enum(levels),
  owner: z.string(),
  example: z.boolean(),
});
export type ProjectAccess = z.infer<typeof ProjectAccess>;

/** What got another name, because the new owner had something of that name already. */
export const HandedOver = z.object({ renamed: z.array(z.object({ from: z.string(), to: z.string() })) });
export type HandedOver = z.infer<typeof HandedOver>;

const permission = 'project/pageList';
const OfPerson = ById.extend({ userId: Id });

export const sharing = {
  projectAccess: route({
    method: 'POST',
    path: 'project/access',
    permission: 'next',
    needs: 'read',
    input: z.object({}),
    output: z.array(ProjectAccess),
    summary: 'The projects that you see without owning them, and your level in each',
  }),
  memberList: route({
    method: 'POST',
    path: 'project/member/list',
    permission,
    needs: 'view',
    input: ById,
    output: Sharing,
    summary: 'Owner and members of a project',
  }),
  memberSearch: route({
    method: 'POST',
    path: 'project/member/search',
    permission,
    needs: 'own',
    input: ById.extend({ text: SearchText.min(1) }),
    output: z.array(Person),
    summary: 'People with whom the project can be shared, by account or name; at most 10',
  }),
  memberSet: route({
    method: 'POST',
    path: 'project/member/set',
    permission,
    needs: 'own',
    input: OfPerson.extend({ level: z.enum(memberLevels) }),
    output: Sharing,
    summary: 'Share a project with a person, or change their level',
  }),
  memberRemove: route({
    method: 'POST',
    path: 'project/member/remove',
    permission,
    needs: 'own',
    input: OfPerson,
    output: Sharing,
    summary: 'Stop sharing a project with a person',
  }),
  projectLeave: route({
    method: 'POST',
    path: 'project/leave',
    permission,
    needs: 'view',
    input: ById,
    output: Nothing,
    summary: 'Leave a project that is shared with you',
  }),
  projectHandOver: route({
    method: 'POST',
    path: 'project/handOver',
    permission,
    needs: 'own',
    input: OfPerson,
    output: HandedOver,
    summary: 'Make another person the owner; the owner until now stays as an editor',
  }),
};
