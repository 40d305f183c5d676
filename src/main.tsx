import '@mantine/core/styles.layer.css';
import '@mantine/nprogress/styles.layer.css';
import './web/theme/base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { NavigationProgress } from '@mantine/nprogress';
import { RouterProvider, useRouterState } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { startRenewal } from './web/auth/renewal.ts';
import { followOtherTabs } from './web/auth/session.ts';
import { loadConfig } from './web/config.ts';
import { PageSpinner } from './web/layout/page-states.tsx';
import { log } from './web/log.ts';
import { cssVariables, LAYERS, theme } from './web/theme/theme.ts';

const colorSchemes = localStorageColorSchemeManager({ key: 'color-scheme' });

function App() {
  // Until the router knows what to show; it would leave the window empty.
  const starting = useRouterState({ router, select: ({ matches }) => matches.length === 0 });
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
      >
        <NavigationProgress size={3} zIndex={LAYERS.progress} aria-hidden />
        {starting && <PageSpinner />}
        <RouterProvider router={router} />
      </MantineProvider>
    </StrictMode>
  );
}

/**
 * The session is gone: the guard, asked again, leads to the login page and remembers the way back. Without a reload,
 * which would end at an error of the browser where there is no connection.
 */
const leave = () => void router.invalidate();

const root = document.getElementById('root');
if (root) {
  try {
    await loadConfig();
    startRenewal(leave);
    followOtherTabs(leave);
    createRoot(root).render(<App />);
  } catch (error) {
    log.error('The configuration could not be read', error);
    root.replaceChildren();
    document.getElementById('start-failure')?.removeAttribute('hidden');
  }
}
