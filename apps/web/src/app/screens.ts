/**
 * Which file draws which screen. Each page file exports one component under its own name; it is loaded when its route
 * is first opened.
 */
import type { ComponentType } from 'react';
import type { ScreenId } from '../core/scene.tsx';

type Page = ComponentType<object>;
export type Loader = () => Promise<Page>;

const loaders: { readonly [S in ScreenId]: Loader } = {
  ProjectList: async () => (await import('../features/projects/pages/ProjectListPage.tsx')).ProjectListPage,
  DatasetList: async () => (await import('../features/datasets/pages/DatasetListPage.tsx')).DatasetListPage,
  FolderList: async () => (await import('../features/datasets/pages/FolderListPage.tsx')).FolderListPage,
  ImageList: async () => (await import('../features/datasets/pages/ImageListPage.tsx')).ImageListPage,
  Annotate: async () => (await import('../features/annotation/pages/WorkbenchPage.tsx')).WorkbenchPage,
  ModelList: async () => (await import('./ModelScreen.tsx')).ModelScreen,
  ModelAdd: async () => (await import('../features/models/pages/ModelAddPage.tsx')).ModelAddPage,
  TaskList: async () => (await import('../features/tasks/pages/TaskListPage.tsx')).TaskListPage,
  TestAdd: async () => (await import('../features/tasks/pages/TestAddPage.tsx')).TestAddPage,
  AddSet: async () => (await import('../features/tasks/pages/AddSetPage.tsx')).AddSetPage,
  TrainingInfo: async () => (await import('../features/tasks/pages/TrainingInfoPage.tsx')).TrainingInfoPage,
  Result: async () => (await import('../features/results/pages/ResultPage.tsx')).ResultPage,
  OnlineList: async () => (await import('../features/online/pages/OnlineListPage.tsx')).OnlineListPage,
  OnlineDetail: async () => (await import('../features/online/pages/OnlineDetailPage.tsx')).OnlineDetailPage,
  ExportList: async () => (await import('../features/transfers/pages/ExportListPage.tsx')).ExportListPage,
};

export const screenLoader = (screen: ScreenId): Loader => loaders[screen];
export const loginLoader: Loader = async () => (await import('../features/account/pages/LoginPage.tsx')).LoginPage;
export const myCenterLoader: Loader = async () =>
  (await import('../features/account/pages/MyCenterPage.tsx')).MyCenterPage;
export const productServiceLoader: Loader = async () =>
  (await import('../features/account/pages/AgreementPage.tsx')).ProductServicePage;
export const personalInformationLoader: Loader = async () =>
  (await import('../features/account/pages/AgreementPage.tsx')).PersonalInformationPage;
export const agreementsLoader: Loader = async () =>
  (await import('../features/account/pages/AgreementsPage.tsx')).AgreementsPage;
export const smsLoader: Loader = async () => (await import('../features/account/pages/SmsPage.tsx')).SmsPage;
export const binLoader: Loader = async () => (await import('../features/bin/pages/BinPage.tsx')).BinPage;
export const dashboardLoader: Loader = async () =>
  (await import('../features/dashboard/pages/DashboardPage.tsx')).DashboardPage;
export const userListLoader: Loader = async () =>
  (await import('../features/authority/pages/UserListPage.tsx')).UserListPage;
export const customerListLoader: Loader = async () =>
  (await import('../features/authority/pages/CustomerListPage.tsx')).CustomerListPage;
export const roleListLoader: Loader = async () =>
  (await import('../features/authority/pages/RoleListPage.tsx')).RoleListPage;
export const guideLoader: Loader = async () => (await import('../features/help/pages/GuidePage.tsx')).GuidePage;
export const administratorsGuideLoader: Loader = async () =>
  (await import('../features/help/pages/GuidePage.tsx')).AdministratorsGuidePage;
export const newsLoader: Loader = async () => (await import('../features/help/pages/NewsPage.tsx')).NewsPage;
export const statisticsLoader: Loader = async () =>
  (await import('../features/records/pages/StatisticsPage.tsx')).StatisticsPage;
export const auditLoader: Loader = async () => (await import('../features/records/pages/AuditPage.tsx')).AuditPage;
export const menuListLoader: Loader = async () => (await import('./MenuScreen.tsx')).MenuScreen;
