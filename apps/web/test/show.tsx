import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { createBrowserRouter, Link, RouterProvider, useLocation } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import { queryClient } from '../app/lib/api/query-client.ts';
import { LinkElement } from '../app/lib/company/company-link.tsx';
import { CompanyScope } from '../app/lib/company/company-scope.tsx';
import { SessionProvider } from '../app/lib/session/session-provider.tsx';
import { theme } from '../app/theme.ts';
import { Toasts } from '../app/ui/toasts.tsx';

/**
 * Shows something at every address, inside what the application's root provides. @returns a user of the testing library
 */
export function show(content: ReactNode, { at = '/' } = {}) {
  window.history.replaceState(null, '', at);
  render(<Application beside={<Toasts />}>{content}</Application>);
  return userEvent.setup({ advanceTimers: (ms) => void (vi.isFakeTimers() && vi.advanceTimersByTime(ms)) });
}

/** What the application's root provides, around something that is at every address. */
export function Application({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  const [router] = useState(() =>
    createBrowserRouter([
      {
        path: '*',
        element: (
          <LinkElement value={Link}>
            <SessionProvider>
              <CompanyScope>{children}</CompanyScope>
            </SessionProvider>
          </LinkElement>
        ),
      },
    ]),
  );
  onTestFinished(() => router.dispose());
  return (
    // Global classes are off: they hide by width, and a test sees the parts of phone and desk at once.
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      {beside}
    </MantineProvider>
  );
}

/** Present address, for a test to read. */
export function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}`}</output>;
}

/** Moves through the history as the browser's buttons do: -1 is Back. */
export async function travel(steps: number): Promise<void> {
  await act(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.go(steps);
    await arrived;
  });
}

/** Advances fake time and renders what follows from it. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}
