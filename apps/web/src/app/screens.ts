/**
 * Which file draws which screen. Each page file exports one component under its own name; it is loaded when its route
 * is first opened.
 */
import type { ComponentType } from 'react';
import type { ScreenId } from '../core/scene.tsx';

type Page = ComponentType<object>;

/** `features/<feature>/pages/<Name>.tsx` exporting `<Name>`. */
const files: { readonly [S in ScreenId]: string } = {
  ProjectList: 'projects/pages/ProjectListPage',
  DatasetList: 'datasets/pages/DatasetListPage',
  FolderList: 'datasets/pages/FolderListPage',
  PictureList: 'datasets/pages/PictureListPage',
  Annotate: 'annotation/pages/WorkbenchPage',
  ModelList: 'models/pages/ModelListPage',
  ModelAdd: 'models/pages/ModelAddPage',
  AddSet: 'tasks/pages/AddSetPage',
  TrainingInfo: 'tasks/pages/TrainingInfoPage',
  Result: 'tasks/pages/ResultPage',
  OnlineList: 'online/pages/OnlineListPage',
  OnlineDetail: 'online/pages/OnlineDetailPage',
};

const modules = import.meta.glob<Record<string, Page>>('../features/*/pages/*Page.tsx');

const loaderOf = (file: string): (() => Promise<Page>) | null => {
  const load = modules[`../features/${file}.tsx`];
  const name = file.split('/').at(-1)!;
  return load ? async () => (await load())[name]! : null;
};

/** Null for a screen whose file is not part of this build: its route does not exist then. */
export const screenLoader = (screen: ScreenId): (() => Promise<Page>) | null => loaderOf(files[screen]);
export const loginLoader = loaderOf('account/pages/LoginPage')!;
export const dashboardLoader = loaderOf('dashboard/pages/DashboardPage')!;
