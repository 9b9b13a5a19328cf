import { Burger, Button, Drawer, Group, Stack } from '@mantine/core';
import { useDisclosure, useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useSession } from '../lib/session/session.tsx';
import { ColorSchemeToggle } from '../ui/color-scheme-toggle.tsx';
import { LogoLink } from '../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import classes from './navigation-bar.module.css';
import { PUBLIC_LINKS, SIGNED_IN_LINKS, type SiteLink } from './site-links.ts';
import { ViewingAs } from './viewing-as.tsx';

type Props = { summary: ReactNode; tools: ReactNode };

export function NavigationBar({ summary, tools }: Props) {
  const { status, user, impersonating } = useSession();
  const [drawerOpened, drawer] = useDisclosure(false);
  const links = user ? [...PUBLIC_LINKS, ...SIGNED_IN_LINKS] : PUBLIC_LINKS;

  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <LogoLink />
        <nav aria-label="Main" className={classes.links}>
          <BarLinks links={links} />
        </nav>
        <Group gap="xs" wrap="nowrap" className={classes.side}>
          <div className={classes.summary}>{summary}</div>
          <ColorSchemeToggle />
          {tools}
          {user ? (
            <AccountMenu user={user} />
          ) : (
            <EntryButtons className={classes.entry} pending={status === 'loading'} />
          )}
          <Burger
            opened={drawerOpened}
            onClick={drawer.toggle}
            size="sm"
            hiddenFrom="md"
            aria-label={drawerOpened ? 'Close menu' : 'Open menu'}
          />
        </Group>
      </div>
      {impersonating && <ViewingAs user={user} />}
      {/* The library's own header would be a second banner of the page. */}
      <Drawer.Root opened={drawerOpened} onClose={drawer.close} position="right" size="280px" hiddenFrom="md">
        <Drawer.Overlay />
        <Drawer.Content>
          <Group justify="space-between" p="md">
            <Drawer.Title>Menu</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" />
          </Group>
          <Drawer.Body>
            <Stack component="nav" aria-label="Main" gap={4} onClick={drawer.close}>
              <BarLinks links={links} />
              <div className={classes.drawerSummary}>{summary}</div>
              {!user && <EntryButtons className={classes.drawerEntry} pending={status === 'loading'} />}
            </Stack>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </header>
  );
}

/**
 * Links of the bar; the open page is marked in the browser only, as the fallback page is rendered once for all
 * addresses.
 */
function BarLinks({ links }: { links: readonly SiteLink[] }) {
  const mounted = useMounted();
  return links.map(({ label, to }) => (
    <NavLink key={to} to={to} end={to === '/'} aria-current={mounted ? 'page' : 'false'} className={classes.link ?? ''}>
      {label}
    </NavLink>
  ));
}

/**
 * Sign-in buttons, invisible while the session loads, so that nothing jumps. They pass the navigation state on, which
 * remembers where to go afterwards.
 */
function EntryButtons({ className, pending }: { className: string | undefined; pending: boolean }) {
  const { state } = useLocation();
  return (
    <div className={className} data-pending={pending || undefined}>
      <Button component={Link} to="/login" state={state} variant="subtle" color="gray">
        Sign In
      </Button>
      <Button component={Link} to="/register" state={state}>
        Sign Up
      </Button>
    </div>
  );
}
