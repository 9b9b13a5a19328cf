import './library.css';
import './global.css';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { queryClient } from './lib/api/query-client.ts';
import { LinkElement } from './lib/company/company-link.tsx';
import { CompanyScope } from './lib/company/company-scope.tsx';
import { installation, listInstallation } from './lib/installation.ts';
import { SAY_NOT_LOADED } from './lib/not-loaded.ts';
import { FrameSession } from './lib/session/frame-session.tsx';
import { SessionProvider } from './lib/session/session-provider.tsx';
import { DESCRIPTION } from './lib/text/page-title.ts';
import { EarlyCalls } from './shell/early-calls.tsx';
import { HOLD_EARLY_FORMS } from './shell/early-forms.ts';
import { Shell } from './shell/shell.tsx';
import { AttentionSlot, BellSlot, CompanySlot, FloatingSlot } from './shell/signed-in-widgets.tsx';
import { theme } from './theme.ts';
import { THEME_CSS } from './theme-css.ts';
import { Loading } from './ui/pages/loading.tsx';
import { NotFound } from './ui/pages/not-found.tsx';
import { SomethingWrong } from './ui/pages/something-wrong.tsx';
import { Toasts } from './ui/toasts.tsx';

/** Zod setting: the content security policy forbids `eval`, which zod would otherwise try for each schema. */
const ZOD_WITHOUT_EVAL = 'globalThis.__zod_globalConfig={jitless:true}';

/* Pictures in `public`, made of favicon.svg: see docs/topics/public-pages.md. */
export const links = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '16x16 32x32 48x48' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'preload', href: inter, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
];

/** Name and description of pages that have none of their own, as the shell of addresses without a page. */
export const meta = () => [{ title: 'Anupalan' }, { name: 'description', content: DESCRIPTION }];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={theme.colors?.gray?.[0]} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={theme.colors?.dark?.[7]} media="(prefers-color-scheme: dark)" />
        <meta name="mobile-web-app-capable" content="yes" />
        <meta name="apple-mobile-web-app-capable" content="yes" />
        <meta name="apple-mobile-web-app-title" content="Anupalan" />
        <ColorSchemeScript defaultColorScheme="auto" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant that has to run before any module */}
        <script dangerouslySetInnerHTML={{ __html: ZOD_WITHOUT_EVAL }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant that has to run before any module */}
        <script dangerouslySetInnerHTML={{ __html: HOLD_EARLY_FORMS }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant that has to run before any module */}
        <script dangerouslySetInnerHTML={{ __html: SAY_NOT_LOADED }} />
        <EarlyCalls />
        {listInstallation(installation).map((told) => (
          <meta key={told.name} {...told} />
        ))}
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the build */}
        {THEME_CSS && <style data-theme="" dangerouslySetInnerHTML={{ __html: THEME_CSS }} />}
      </head>
      <body>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          withGlobalClasses={false}
          withCssVariables={!THEME_CSS}
        >
          <QueryClientProvider client={queryClient}>
            <LinkElement value={Link}>
              <SessionProvider>
                <FrameSession frame={drawFrame}>
                  <CompanyScope>{children}</CompanyScope>
                </FrameSession>
              </SessionProvider>
            </LinkElement>
          </QueryClientProvider>
          <Toasts />
        </MantineProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

function drawFrame(content: ReactNode) {
  return (
    <Shell company={<CompanySlot />} summary={<AttentionSlot />} tools={<BellSlot />} floating={<FloatingSlot />}>
      {content}
    </Shell>
  );
}

export default function App() {
  return <Outlet />;
}

/** Fallback page, shown until the route of its address is known. */
export function HydrateFallback() {
  return <Loading />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <SomethingWrong />;
}
