/** The router: sign-in, one route for each page and each scene, redirects, guard and not-found page. */
import { permits, type RoutePermission } from '@loupe/contract';
import { createRootRoute, createRoute, createRouter, Outlet, redirect, type AnyRoute } from '@tanstack/react-router';
import { contractText } from '../core/i18n.ts';
import { guard, returnSearch, safeReturn, withoutSso } from '../core/guard.ts';
import { notify } from '../core/notify.ts';
import { rememberSearch } from '../core/remembered.ts';
import { SceneProvider, type Scene } from '../core/scene.tsx';
import { parseSearch, stringifySearch } from '../core/search.ts';
import { hasSteps, heldKeys, sessionStore } from '../core/session.ts';
import { redirects, scenes } from '../families/scenes.ts';
import { LazyScreen } from './LazyScreen.tsx';
import { isList } from './lists.ts';
import { Shell } from './layout/Shell.tsx';
import { NotFound } from './ScreenError.tsx';
import { pageRedirects, pages, pagesOf, type PlainPage } from './pages.ts';
import { loginLoader, screenLoader } from './screens.ts';

interface Place {
  pathname: string;
  searchStr: string;
}

let shownPath: string | null = null;

/** Refusal: where something is shown already, navigation stops; a first page that is refused becomes the dashboard. */
const enter = (required: RoutePermission, place: Place): void => {
  const session = sessionStore.get();
  const answer = guard(required, {
    signedIn: session !== null,
    hasSteps: hasSteps(session),
    keys: heldKeys(),
  });
  if (answer === 'login') {
    throw redirect({ to: '/login', search: returnSearch(place.pathname, place.searchStr) as never });
  }
  if (answer === 'denied') {
    notify.error(contractText('permission.denied'));
    const [to, search] = (shownPath ?? '').split('?');
    // Sign-in would lead here again, and so would the refused place itself.
    if (!to || to === place.pathname || to === '/login') throw redirect({ to: '/dashboard', replace: true });
    throw redirect({ to, search: parseSearch(search ?? '') as never, replace: true });
  }
};

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundInShell });

function NotFoundInShell() {
  const signedIn = sessionStore.get() !== null;
  return (
    <SceneProvider scenes={scenes} current={null}>
      {signedIn ? (
        <Shell>
          <NotFound />
        </Shell>
      ) : (
        <NotFound />
      )}
    </SceneProvider>
  );
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ location }) => {
    const session = sessionStore.get();
    if (!session || hasSteps(session)) return;
    const [to, search] = safeReturn(parseSearch(location.searchStr).from).split('?');
    throw redirect({ to: to!, search: parseSearch(search ?? '') as never });
  },
  component: () => <LazyScreen load={loginLoader} />,
});

/** Who comes to the dashboard by a single sign-on leaves what it came with behind. */
const dropSso = ({ pathname, searchStr }: Place): void => {
  const search = withoutSso(searchStr);
  if (search !== searchStr) throw redirect({ to: pathname, search: parseSearch(search) as never, replace: true });
};

const pageRoute = ({ path, permission, load, bare }: PlainPage): AnyRoute =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ location }) => {
      enter(permission, location);
      dropSso(location);
    },
    component: () => (
      <SceneProvider scenes={scenes} current={null}>
        {bare ? (
          <LazyScreen load={load} />
        ) : (
          <Shell>
            <LazyScreen load={load} />
          </Shell>
        )}
      </SceneProvider>
    ),
  });

const sceneRoute = (scene: Scene): AnyRoute => {
  const load = screenLoader(scene.screen);
  return createRoute({
    getParentRoute: () => rootRoute,
    path: scene.path,
    beforeLoad: ({ location }) => enter(scene.permission, location),
    component: () => (
      <SceneProvider scenes={scenes} current={scene}>
        {scene.bare ? (
          <LazyScreen load={load} />
        ) : (
          <Shell>
            <LazyScreen load={load} />
          </Shell>
        )}
      </SceneProvider>
    ),
  });
};

const redirectRoute = (path: string, to: string): AnyRoute =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ to, search: parseSearch(location.searchStr) as never, replace: true });
    },
  });

/** To the first page under the entry that the person may see; who may see none is refused by the guard of the first. */
const authorityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authority',
  beforeLoad: () => {
    const page = pagesOf('authority', (key) => permits(heldKeys(), key))[0];
    throw redirect({ to: page?.path ?? '/authority/user', replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  ...pages.map(pageRoute),
  authorityRoute,
  ...pageRedirects.map(([from, to]) => redirectRoute(from, to)),
  ...redirects.map(([from, to]) => redirectRoute(from, to)),
  ...scenes.map(sceneRoute),
]);

export const router = createRouter({ routeTree, parseSearch, stringifySearch, defaultPendingMinMs: 0 });

router.subscribe('onResolved', ({ toLocation }) => {
  shownPath = `${toLocation.pathname}${toLocation.searchStr}`;
  const { pathname, searchStr } = toLocation;
  if (isList(pathname, searchStr)) rememberSearch(pathname, searchStr);
});
