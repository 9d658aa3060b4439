/**
 * Routes as rows. A scene says which screen stands at a path, for which family and behind which permission key.
 * Screens never write a path: `useGo()` and `<SceneLink screen=… search=…>` find the scene of the same family.
 */
import type { DatasetRole, FamilyId, RoutePermission, TaskKind } from '@loupe/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { createContext, useCallback, useContext, type ReactNode } from 'react';

export type ScreenId =
  | 'ProjectList'
  | 'DatasetList'
  | 'FolderList'
  | 'ImageList'
  | 'Annotate'
  | 'ModelList'
  | 'ModelAdd'
  | 'TaskList'
  | 'TestAdd'
  | 'AddSet'
  | 'TrainingInfo'
  | 'Result'
  | 'OnlineList'
  | 'OnlineDetail'
  | 'ExportList';

/** Entries of the side bar. */
export type EntryId = 'projects' | 'datasets' | 'models' | 'online' | 'ocr' | 'anomaly';
/** Entries of the side bar that belong to no family. */
export type PageEntryId = 'authority';
/** What tells scenes of one screen apart: whose images they show, or which tasks. */
export interface SceneKind {
  role?: DatasetRole;
  kind?: TaskKind;
}

export interface Scene extends SceneKind {
  path: string;
  screen: ScreenId;
  family: FamilyId;
  permission: RoutePermission;
  /** The entry of the side bar that it stands under; the first scene of an entry is where the entry leads. */
  entry: EntryId;
  /** Without side bar and header (the workbench). */
  bare?: boolean;
}

interface SceneWorld {
  scenes: readonly Scene[];
  /** The scene that is shown; null on pages outside families (dashboard). */
  current: Scene | null;
}
const SceneContext = createContext<SceneWorld>({ scenes: [], current: null });

export function SceneProvider(props: SceneWorld & { children: ReactNode }) {
  const { children, ...world } = props;
  return <SceneContext value={world}>{children}</SceneContext>;
}

/** Family of the shown scene; the first one on pages that belong to none. */
export const useFamily = (): FamilyId => {
  const { scenes, current } = useContext(SceneContext);
  return (current ?? scenes[0]!).family;
};
export const useScene = (): Scene | null => useContext(SceneContext).current;
export const useScenes = (): SceneWorld => useContext(SceneContext);

/** Where a screen is wanted; what is left out is as on the scene that is shown. */
export interface SceneTarget extends SceneKind {
  family?: FamilyId | undefined;
}

/** The scene of a screen in a family: of those of this role or kind, else the first. */
export const sceneOf = (
  scenes: readonly Scene[],
  screen: ScreenId,
  { family, role, kind }: SceneTarget,
): Scene | undefined => {
  const all = scenes.filter((s) => s.screen === screen && s.family === family);
  const fits = (s: Scene): number => Number(s.role === role) + Number(s.kind === kind);
  return all.toSorted((a, b) => fits(b) - fits(a))[0];
};

/** `find(screen, target)`: the scene of a screen; undefined where the family has none. */
export const useFindScene = (): ((screen: ScreenId, target?: SceneTarget) => Scene | undefined) => {
  const { scenes, current } = useContext(SceneContext);
  return useCallback(
    (screen, target = {}) => {
      const { role = current?.role, kind = current?.kind, family = current?.family ?? scenes[0]?.family } = target;
      return sceneOf(scenes, screen, { family, ...(role ? { role } : {}), ...(kind ? { kind } : {}) });
    },
    [scenes, current],
  );
};

/** Path of a screen in the present family (or as asked for). */
export const usePathOf = (): ((screen: ScreenId, target?: SceneTarget) => string) => {
  const find = useFindScene();
  return useCallback((screen, target) => find(screen, target)?.path ?? '/dashboard', [find]);
};

export type SceneSearch = Record<string, string | number | undefined>;

/** `go('FolderList', { id: 7 })`. */
export const useGo = (): ((
  screen: ScreenId,
  search?: SceneSearch,
  options?: SceneTarget & { replace?: boolean },
) => void) => {
  const pathOf = usePathOf();
  const navigate = useNavigate();
  return useCallback(
    (screen, search = {}, options = {}) => {
      const { replace = false, ...target } = options;
      void navigate({ to: pathOf(screen, target), search: search as never, replace });
    },
    [navigate, pathOf],
  );
};

/** A link that also follows Enter: the page suppresses Enter's default action everywhere. */
export function PathLink(props: {
  to: string;
  search?: SceneSearch;
  className?: string;
  /** Marks the entry of a menu that stands for the shown page. */
  current?: boolean;
  children: ReactNode;
}) {
  const { to, search = {}, className, current, children } = props;
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      search={search as never}
      className={className ?? 'link'}
      activeProps={{}}
      {...(current === undefined ? {} : { 'aria-current': current ? ('page' as const) : undefined })}
      onKeyDown={(e) => {
        if (e.key === 'Enter') void navigate({ to, search: search as never });
      }}
    >
      {children}
    </Link>
  );
}

export function SceneLink(props: {
  screen: ScreenId;
  search?: SceneSearch;
  target?: SceneTarget;
  className?: string;
  children: ReactNode;
}) {
  const { screen, target, ...rest } = props;
  return <PathLink to={usePathOf()(screen, target)} {...rest} />;
}
