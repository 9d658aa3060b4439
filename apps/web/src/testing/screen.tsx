/** Shows a part of the app as a person has it: language, theme, questions, addresses of a family, and its server state. */
import type { FamilyId, Locale } from '@loupe/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { startI18n } from '../core/i18n.ts';
import { queryClient } from '../core/query.ts';
import { SceneProvider, type ScreenId } from '../core/scene.tsx';
import { parseSearch, stringifySearch } from '../core/search.ts';
import { scenes } from '../families/scenes.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';

interface Place {
  /** The screen that it stands on, for links and families. */
  screen?: ScreenId;
  /** Left out: the first that has the screen. */
  family?: FamilyId;
  /** `?page=2`. */
  search?: string;
  locale?: Locale;
}

/** The part is on the page when it resolves. `search()`: of the address now. */
export async function show(part: ReactNode, place: Place = {}) {
  const { screen = 'ProjectList', family, search = '', locale = 'en' } = place;
  await startI18n(locale);
  queryClient.clear();
  const scene = scenes.find((one) => one.screen === screen && one.family === (family ?? one.family))!;
  const rootRoute = createRootRoute({ component: Outlet });
  const anywhere = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    component: () => (
      <SceneProvider scenes={scenes} current={scene}>
        {part}
      </SceneProvider>
    ),
  });
  const history = createMemoryHistory({ initialEntries: [`${scene.path}${search}`] });
  const router = createRouter({
    routeTree: rootRoute.addChildren([anywhere]),
    history,
    parseSearch,
    stringifySearch,
    defaultPendingMinMs: 0,
  });
  await router.load();
  const shown = render(
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <RouterProvider router={router as never} />
      </ConfirmProvider>
    </QueryClientProvider>,
  );
  return {
    ...shown,
    user: userEvent.setup({ delay: null }),
    path: () => router.state.location.pathname,
    search: () => parseSearch(router.state.location.searchStr),
    history,
  };
}
