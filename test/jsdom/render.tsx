import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { loadConfig } from '../../src/web/config.ts';
import { queryClient } from '../../src/web/query.ts';
import { parseSearch, stringifySearch } from '../../src/web/routing/paths.ts';
import type { RouteMeta } from '../../src/web/routing/route-meta.ts';
import { saveSession } from '../../src/web/storage.ts';
import { theme } from '../../src/web/theme/theme.ts';
import { ToastHost } from '../../src/web/ui/toasts/toast-host.tsx';

/** Who reads, unless told otherwise. */
export const ME = '00000000-0000-4000-8000-000000000001';

/** Somebody is signed in. */
export const signIn = (id = ME) =>
  saveSession({ token: 'token-1', user: { id, email: 'ana@u.cl', name: 'Ana Soto', roles: ['Admin'] } });

/** Types and clicks without waiting in between; under a fake clock it moves that one. */
export const newUser = () =>
  userEvent.setup({ delay: null, advanceTimers: ms => vi.isFakeTimers() && vi.advanceTimersByTime(ms) });

/** A component within what the application gives each. */
export function show(node: ReactNode) {
  queryClient.clear();
  const wrapped = (inside: ReactNode) => (
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        {inside}
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender, ...rest } = render(wrapped(node));
  return { user: newUser(), ...rest, rerender: (next: ReactNode) => rerender(wrapped(next)) };
}

/** A screen at an address; `address()` tells where it has gone since. `path` names parameters, `/calls/$id`. */
export async function showAt(
  address: string,
  Screen: () => ReactNode,
  meta: Partial<RouteMeta> = {},
  path: string = '$',
) {
  await loadConfig();
  const root = createRootRoute({ staticData: { title: '' } });
  const any = createRoute({
    getParentRoute: () => root,
    path,
    component: Screen,
    staticData: { title: 'Prueba', ...meta },
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([any]), history, parseSearch, stringifySearch });
  const shown = show(<RouterProvider router={router as never} />);
  await act(() => router.load());
  return { ...shown, router, address: () => router.state.location.href };
}
