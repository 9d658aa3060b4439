/** The whole contract: every route under its name. */
import { account } from './account.ts';
import { annotation } from './annotation.ts';
import { authority } from './authority.ts';
import { dashboard } from './dashboard.ts';
import { datasets } from './datasets.ts';
import { models } from './models.ts';
import { online } from './online.ts';
import { pictures } from './pictures.ts';
import { projects } from './projects.ts';
import { sockets } from './sockets.ts';
import { tasks } from './tasks/tasks.ts';

export const api = {
  ...account,
  ...annotation,
  ...authority,
  ...dashboard,
  ...datasets,
  ...models,
  ...online,
  ...pictures,
  ...projects,
  ...sockets,
  ...tasks,
};
export type RouteName = keyof typeof api;

/** The only routes without a session; a test holds every other one to 10010. */
export const publicRoutes: readonly RouteName[] = ['publicConfig', 'login', 'onlineDetectByKey'];

export { account, annotation, authority, dashboard, datasets, models, online, pictures, projects, sockets, tasks };
