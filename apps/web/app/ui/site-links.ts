export type SiteLink = { label: string; to: string };

/** The navigation bar's public links, in order. A page joins this list when it exists. */
export const PUBLIC_LINKS: readonly SiteLink[] = [{ label: 'Home', to: '/' }];

/** Further links of the bar once someone is signed in. */
export const SIGNED_IN_LINKS: readonly SiteLink[] = [{ label: 'Dashboard', to: '/dashboard' }];

/** The avatar menu's links above Sign Out. */
export const ACCOUNT_LINKS: readonly SiteLink[] = [{ label: 'Profile', to: '/profile' }];
