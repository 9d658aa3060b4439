/** The last address of each list in this tab, so that menu and breadcrumbs lead back to its search and page. */
const byPath = new Map<string, string>();

export const rememberSearch = (path: string, search: string): void => {
  byPath.set(path, search);
};
/** Search text (with `?`) last seen on a path; empty when it was not visited. */
export const rememberedSearch = (path: string): string => byPath.get(path) ?? '';
export const forgetSearches = (): void => byPath.clear();
