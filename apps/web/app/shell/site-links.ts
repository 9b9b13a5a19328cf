export type SiteLink = { label: string; to: string };

/** Link with the permission it needs; without `needs` it is for everybody. */
export type AccountLink = SiteLink & {
  needs?:
    | 'members.list'
    | 'calendar-feeds.manage-own'
    | 'activity.read'
    | 'facts.read'
    | 'events.list'
    | 'registrations.list'
    | 'imports.own'
    | 'imports.catalogue'
    | 'holidays.list'
    | 'extensions.manage'
    | 'law.read'
    | 'reports.read'
    | 'exports.make'
    | 'packs.make'
    | 'company-files.make'
    | 'messages.list-sent'
    | 'messages.read-queues'
    | 'users.list'
    | 'audit-log.read'
    | 'contact.manage';
  /** Whether it says nothing to who is alone in their company. */
  withOthers?: true;
  /** Whether it says nothing to who is alone in their only company. */
  withClients?: true;
};

/** Public links of the navigation bar, in order (R-pages-9). */
export const PUBLIC_LINKS: readonly SiteLink[] = [
  { label: 'Home', to: '/' },
  { label: 'Plans & Pricing', to: '/plans' },
  { label: 'Terms', to: '/terms' },
  { label: 'Refund Policy', to: '/refund-policy' },
  { label: 'Contact', to: '/contact' },
];

/** Links of the bar for signed-in users (R-pages-9). */
export const SIGNED_IN_LINKS: readonly SiteLink[] = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'HR Format', to: '/hr-format' },
];

/** Link of the bar for who is in several companies (R-clients-1). */
export const COMPANIES_LINK: SiteLink = { label: 'Companies', to: '/companies' };

/** Links of the account menu above Sign Out (R-pages-10). */
export const ACCOUNT_LINKS: readonly AccountLink[] = [
  { label: 'Profile', to: '/profile' },
  { label: 'Overview', to: '/company/overview', needs: 'reports.read' },
  { label: 'People', to: '/company/people', needs: 'members.list' },
  { label: 'Activity', to: '/company/activity', needs: 'activity.read', withOthers: true },
  { label: 'Status report', to: '/company/report', needs: 'reports.read', withClients: true },
  { label: 'Registers', to: '/company/exports', needs: 'exports.make' },
  { label: 'Inspection packs', to: '/company/packs', needs: 'packs.make' },
  { label: 'The whole company', to: '/company/file', needs: 'company-files.make' },
  { label: 'What applies to us', to: '/company/what-applies', needs: 'facts.read' },
  { label: 'Events', to: '/company/events', needs: 'events.list' },
  { label: 'Registrations', to: '/company/registrations', needs: 'registrations.list' },
  { label: 'Holidays', to: '/company/holidays', needs: 'holidays.list' },
  { label: 'The law', to: '/company/law', needs: 'law.read' },
  { label: 'Import', to: '/company/import', needs: 'imports.own' },
  { label: 'Connections', to: '/company/connections', needs: 'calendar-feeds.manage-own' },
  { label: 'What was sent', to: '/sent', needs: 'messages.list-sent' },
  { label: 'User Management', to: '/users', needs: 'users.list' },
  { label: 'Audit Log', to: '/audit-log', needs: 'audit-log.read' },
  { label: 'Enquiries', to: '/enquiries', needs: 'contact.manage' },
  { label: 'Import the catalogue', to: '/imports', needs: 'imports.catalogue' },
  { label: 'Extensions', to: '/extensions', needs: 'extensions.manage' },
  { label: 'Sending', to: '/sending', needs: 'messages.read-queues' },
  { label: 'Contact', to: '/contact' },
];
