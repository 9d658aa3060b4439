/**
 * Routes as rows. A scene says which screen stands at a path, for which family and behind which permission key.
 * Screens never write a path: `useGo()` and `<SceneLink screen=… search=…>` find the scene of the same family.
 */
import type { FamilyId, RoutePermission } from '@loupe/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { createContext, useCallback, useContext, type ReactNode } from 'react';

export type ScreenId =
  | 'ProjectList'
  | 'DatasetList'
  | 'FolderList'
  | 'PictureList'
  | 'Annotate'
  | 'ModelList'
  | 'ModelAdd'
  | 'AddSet'
  | 'TrainingInfo'
  | 'Result'
  | 'OnlineList'
  | 'OnlineDetail'
  | 'ExportList';

export interface Scene {
  path: string;
  screen: ScreenId;
  family: FamilyId;
  permission: RoutePermission;
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

/** Path of a screen in the present family (or in `family`). */
export const usePathOf = (): ((screen: ScreenId, family?: FamilyId) => string) => {
  const { scenes, current } = useContext(SceneContext);
  return useCallback(
    (screen, family) => {
      const wanted = family ?? current?.family ?? scenes[0]?.family;
      return scenes.find((s) => s.screen === screen && s.family === wanted)?.path ?? '/dashboard';
    },
    [scenes, current],
  );
};

export type SceneSearch = Record<string, string | number | undefined>;

/** `go('FolderList', { id: 7 })`. */
export const useGo = (): ((
  screen: ScreenId,
  search?: SceneSearch,
  options?: { replace?: boolean; family?: FamilyId },
) => void) => {
  const pathOf = usePathOf();
  const navigate = useNavigate();
  return useCallback(
    (screen, search = {}, options = {}) => {
      void navigate({ to: pathOf(screen, options.family), search: search as never, replace: options.replace ?? false });
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

export function SceneLink(props: { screen: ScreenId; search?: SceneSearch; className?: string; children: ReactNode }) {
  const { screen, ...rest } = props;
  return <PathLink to={usePathOf()(screen)} {...rest} />;
}
