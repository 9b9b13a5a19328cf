export type SiteLink = { label: string; to: string };

/** `needs` is what somebody must be allowed to do for whom the link is; without it, it is for all. */
export type AccountLink = SiteLink & { needs?: 'users.list' | 'audit-log.read' | 'contact.manage' };

/** The navigation bar's public links, in order. */
export const PUBLIC_LINKS: readonly SiteLink[] = [
  { label: 'Home', to: '/' },
  { label: 'Plans & Pricing', to: '/plans' },
  { label: 'Terms', to: '/terms' },
  { label: 'Refund Policy', to: '/refund-policy' },
  { label: 'Contact', to: '/contact' },
];

/** Further links of the bar once someone is signed in. */
export const SIGNED_IN_LINKS: readonly SiteLink[] = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'HR Format', to: '/hr-format' },
];

/** The avatar menu's links above Sign Out. */
export const ACCOUNT_LINKS: readonly AccountLink[] = [
  { label: 'Profile', to: '/profile' },
  { label: 'User Management', to: '/users', needs: 'users.list' },
  { label: 'Audit Log', to: '/audit-log', needs: 'audit-log.read' },
  { label: 'Enquiries', to: '/enquiries', needs: 'contact.manage' },
  { label: 'Contact', to: '/contact' },
];
