import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../lib/company/company-link.tsx';
import { CompanyNavLink } from '../lib/company/company-nav-link.tsx';
import { OPENS_MENU } from '../lib/public-controls.ts';
import { useSession } from '../lib/session/session.tsx';
import { ColorSchemeToggle } from '../ui/color-scheme-toggle.tsx';
import { LogoLink } from '../ui/logo.tsx';
import { lazyWidget } from './lazy-widget.ts';
import classes from './navigation-bar.module.css';
import { COMPANIES_LINK, PUBLIC_LINKS, SIGNED_IN_LINKS, type SiteLink } from './site-links.ts';
import { SiteMenu } from './site-menu.tsx';
import { ViewingAs } from './viewing-as.tsx';

/** Loaded after the sign-in: what opens menus is large, and visitors need none of it. */
const AccountMenu = lazyWidget(() => import('./account-menu.tsx'));

type Props = { company: ReactNode; summary: ReactNode; tools: ReactNode };

export function NavigationBar({ company, summary, tools }: Props) {
  const { status, user, member, impersonating } = useSession();
  // The company takes the room of the public links, or on a small laptop of all.
  const isOfSeveral = (member?.companies ?? 1) > 1;
  const menu = useRef<HTMLDialogElement>(null);
  const [menuOpened, setMenuOpened] = useState(false);
  const own = isOfSeveral ? [...SIGNED_IN_LINKS, COMPANIES_LINK] : SIGNED_IN_LINKS;
  const links = user ? [...PUBLIC_LINKS, ...own] : PUBLIC_LINKS;

  // The menu of a public page may have been opened before the application was loaded.
  useEffect(() => setMenuOpened(menu.current?.open === true), []);

  function openMenu() {
    if (!menu.current?.open) menu.current?.showModal();
    setMenuOpened(true);
  }

  return (
    <header className={classes.bar}>
      <div className={classes.inner} data-several={isOfSeveral || undefined}>
        <LogoLink short={isOfSeveral} />
        <div className={classes.company}>{company}</div>
        <nav aria-label="Main" className={classes.links}>
          <BarLinks links={links} />
        </nav>
        <Group gap="xs" wrap="nowrap" className={classes.side}>
          <div className={classes.summary}>{summary}</div>
          <ColorSchemeToggle />
          {tools}
          {user ? (
            <div className={classes.account}>
              <Suspense>
                <AccountMenu user={user} />
              </Suspense>
            </div>
          ) : (
            <EntryButtons className={classes.entry} pending={status === 'loading'} />
          )}
          <ActionIcon
            {...OPENS_MENU}
            variant="subtle"
            color="gray"
            size="lg"
            onClick={openMenu}
            className={classes.opener}
            aria-label="Open menu"
          >
            <IconMenu2 size={22} stroke={1.9} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
      {impersonating && <ViewingAs user={user} />}
      <SiteMenu ref={menu} onClose={() => setMenuOpened(false)}>
        <Stack component="nav" aria-label="Main" gap={4} onClick={() => menu.current?.close()}>
          <BarLinks links={links} />
          {menuOpened && <div className={classes.menuSummary}>{summary}</div>}
          {!user && <EntryButtons className={classes.menuEntry} pending={status === 'loading'} />}
        </Stack>
      </SiteMenu>
    </header>
  );
}

/**
 * Links of the bar; the open page is marked in the browser only, as the fallback page is rendered once for all
 * addresses.
 */
function BarLinks({ links }: { links: readonly SiteLink[] }) {
  const mounted = useMounted();
  return links.map((link) => (
    <CompanyNavLink
      key={link.to}
      to={link.to}
      data-public={PUBLIC_LINKS.includes(link) || undefined}
      end={link.to === '/'}
      aria-current={mounted ? 'page' : 'false'}
      className={classes.link ?? ''}
    >
      {link.label}
    </CompanyNavLink>
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
