/** The whole contract: every route under its name. */
import { account } from './account.ts';
import { agreementRoutes } from './agreements.ts';
import { annotation } from './annotation.ts';
import { authority } from './authority.ts';
import { binRoutes } from './bin.ts';
import { customerRoutes } from './customers.ts';
import { dashboard } from './dashboard.ts';
import { conflicts } from './conflicts.ts';
import { datasets } from './datasets/datasets.ts';
import { dataExports } from './transfers/exports.ts';
import { menuRoutes } from './menus.ts';
import { models } from './models.ts';
import { myCenter } from './my-center.ts';
import { online } from './online.ts';
import { help } from './help.ts';
import { imageHistory } from './image-history.ts';
import { images } from './datasets/images.ts';
import { preannotation } from './preannotation.ts';
import { projects } from './projects.ts';
import { auditRoutes } from './records/audit.ts';
import { statisticsRoutes } from './records/statistics.ts';
import { registration } from './registration.ts';
import { results } from './results.ts';
import { review } from './review-routes.ts';
import { sharing } from './sharing.ts';
import { smsRoutes } from './sms.ts';
import { sockets } from './sockets.ts';
import { queue } from './tasks/queue.ts';
import { tasks } from './tasks/tasks.ts';
import { deep } from './datasets/deep.ts';
import { tiles } from './datasets/tiles.ts';
import { uploads } from './transfers/uploads.ts';
import { workbenchSettings } from './workbench-settings.ts';

export const api = {
  ...account,
  ...agreementRoutes,
  ...annotation,
  ...auditRoutes,
  ...authority,
  ...binRoutes,
  ...customerRoutes,
  ...dashboard,
  ...dataExports,
  ...conflicts,
  ...datasets,
  ...menuRoutes,
  ...models,
  ...help,
  ...imageHistory,
  ...myCenter,
  ...online,
  ...images,
  ...preannotation,
  ...projects,
  ...registration,
  ...results,
  ...review,
  ...queue,
  ...sharing,
  ...smsRoutes,
  ...sockets,
  ...statisticsRoutes,
  ...tasks,
  ...tiles,
  ...deep,
  ...uploads,
  ...workbenchSettings,
};
export type RouteName = keyof typeof api;

/** The only routes without a session; a test holds every other one to 10010. */
export const publicRoutes: readonly RouteName[] = [
  'publicConfig',
  'login',
  'ssoLogin',
  'oidcStart',
  'oidcCallback',
  'onlineDetectByKey',
  'agreementInfo',
  'registerCheck',
  'registerSendCode',
  'registerSmsSubmit',
  'forgetPassCheck',
  'forgetPassSendCode',
  'forgetPassSmsSubmit',
];

export {
  account,
  agreementRoutes,
  annotation,
  auditRoutes,
  authority,
  binRoutes,
  customerRoutes,
  dashboard,
  dataExports,
  conflicts,
  datasets,
  help,
  menuRoutes,
  models,
  myCenter,
  online,
  images,
  preannotation,
  projects,
  registration,
  results,
  sharing,
  smsRoutes,
  sockets,
  statisticsRoutes,
  tasks,
  tiles,
  deep,
  uploads,
};
