/**
 * What a route asks, beside its permission key. Where its input names a project or something below one: what it does
 * there, and so which level it takes. Elsewhere: whether it reads or writes; `person`: it belongs to a person at a
 * screen, never to a program with a key.
 */

/** What a person may be in a project, from the least to the most. The owner is no member: `project.ownerId`. */
export const levels = ['viewer', 'annotator', 'editor', 'owner'] as const;
export type Level = (typeof levels)[number];
/** Levels at which a project can be shared. */
export const memberLevels = ['viewer', 'annotator', 'editor'] as const satisfies readonly Level[];
export type MemberLevel = (typeof memberLevels)[number];

/** What can be done in a project, and the least level that may. */
export const projectNeeds = { view: 'viewer', annotate: 'annotator', edit: 'editor', own: 'owner' } as const;
export type ProjectNeed = keyof typeof projectNeeds;
export type RouteNeed = ProjectNeed | 'read' | 'write' | 'person';

export const isProjectNeed = (need: RouteNeed): need is ProjectNeed => Object.hasOwn(projectNeeds, need);
/** Changes nothing. */
export const onlyReads = (need: RouteNeed): boolean => need === 'view' || need === 'read';

/** Whether who has this level may do what is needed. */
export const suffices = (level: Level, need: ProjectNeed): boolean =>
  levels.indexOf(level) >= levels.indexOf(projectNeeds[need]);
