/** What a company has of its own that lies in a viewer's scope, and what doesn't. */
export interface Things {
  readonly shown: string;
  readonly hidden: string;
  /** Events with duties of either. */
  readonly events: readonly string[];
  /** Files of either. */
  readonly files: readonly string[];
  readonly viewer: string;
}

/** A call whose answers are kept to a viewer's acts and period: the addresses that are asked. */
interface Narrowed {
  readonly asks: (things: Things) => readonly string[];
  /** Whether its answers have words and not figures alone; of figures the named test says what they are. */
  readonly says: 'words' | 'figures: clients/routes.test.ts';
}

const words = (...addresses: string[]): Narrowed => ({ asks: () => addresses, says: 'words' });

/**
 * The calls that a viewer may make, of which each is narrowed to what they see (R-companies-21), or has nothing that an
 * act or a day decides about: a call of the contract that is in neither list fails the test.
 */
export const NARROWED: Readonly<Record<string, Narrowed>> = {
  'GET /activity': words('/activity?limit=100', '/activity?limit=100&what=status-history'),
  'GET /activity/file': words('/activity/file', '/activity/file?from=2026-01-01'),
  'GET /acts': words('/acts'),
  'GET /assignments': words('/assignments'),
  'GET /companies': { asks: () => ['/companies'], says: 'figures: clients/routes.test.ts' },
  'GET /companies/agenda': words('/companies/agenda', '/companies/agenda?from=2026-09-01&to=2026-11-30'),
  'GET /companies/overview': words('/companies/overview'),
  'GET /companies/report': words(
    '/companies/report',
    '/companies/report?month=2026-09',
    '/companies/report?month=2026-10',
    '/companies/report?month=2026-11',
  ),
  'GET /compliance/data': words('/compliance/data', '/compliance/data?from=2025-01-01&to=2026-12-31'),
  'GET /compliance/data/:id/status-history': {
    asks: ({ shown, hidden }) => [shown, hidden].map((id) => `/compliance/data/${id}/status-history`),
    says: 'words',
  },
  'GET /compliance/does-not-apply': words('/compliance/does-not-apply'),
  'GET /compliance/may-apply': words('/compliance/may-apply'),
  'GET /compliance/reminders': words('/compliance/reminders'),
  'GET /events': words('/events', '/events?closed=false'),
  'GET /events/:id': { asks: ({ events }) => events.map((id) => `/events/${id}`), says: 'words' },
  'GET /events/duties': words('/events/duties'),
  'GET /evidence': {
    asks: ({ shown, hidden }) => [shown, hidden].map((id) => `/evidence?itemId=${id}`),
    says: 'words',
  },
  'GET /evidence/:id': { asks: ({ files }) => files.map((id) => `/evidence/${id}`), says: 'words' },
  'GET /evidence/:id/said': { asks: ({ files }) => files.map((id) => `/evidence/${id}/said`), says: 'words' },
  'GET /evidence/closed': words('/evidence/closed', '/evidence/closed?evidence=without'),
  'GET /exports/:table': words(
    ...['compliance', 'statuses', 'payments', 'activity'].map((table) => `/exports/${table}?format=csv`),
    '/exports/compliance?format=csv&from=2026-04-01&to=2027-03-31',
  ),
  'GET /facts': words('/facts'),
  'GET /registrations': words('/registrations'),
};

/** A call without anything that an act or a day decides about. */
interface Apart {
  readonly because: string;
  /** The addresses that are asked all the same; what the caller set themselves may be found there by its id. */
  readonly asks?: (things: Things) => readonly string[];
}

const CALLER = 'It is about the caller, or a company that they own or begin.';
const COMPANY = 'It says what the company is, which viewers of any scope are told.';
const PLATFORM = 'It is the same for every company.';
const SEALS = 'It says numbers, times and hashes alone, by which what a viewer is given can be verified.';
const OWNERS = 'It is decided when it is known whom it is about, and never for a viewer.';

const apart = (because: string, address?: string): Apart => ({
  because,
  ...(address !== undefined && { asks: () => [address] }),
});

export const APART: Readonly<Record<string, Apart>> = {
  'GET /activity/seals': apart(SEALS, '/activity/seals'),
  'GET /activity/seals/:number': apart(SEALS, '/activity/seals/1'),
  'POST /auth/logout': apart(CALLER),
  'POST /auth/reauthenticate': apart(CALLER),
  'DELETE /calendar-feeds/:id': apart(CALLER),
  'GET /calendar-feeds': apart(CALLER, '/calendar-feeds'),
  'GET /exports/prepared': apart(CALLER, '/exports/prepared'),
  'GET /exports/prepared/:id': apart(CALLER),
  'POST /exports/prepared/:id/address': apart(CALLER),
  'GET /devices': apart(CALLER, '/devices'),
  'POST /devices': apart(CALLER),
  'DELETE /devices/:id': apart(CALLER),
  'POST /calendar-feeds': apart('What is read at the address is narrowed: calendar-feeds/routes-who.test.ts.'),
  'POST /companies': apart(CALLER),
  'POST /imports/company': apart('It makes a company of the caller’s own, or fills one that they own.'),
  'DELETE /companies/:id': apart(OWNERS),
  'DELETE /companies/payer': apart(OWNERS),
  'POST /companies/payer/accept': apart(OWNERS),
  'GET /companies/freeze': apart(COMPANY, '/companies/freeze'),
  'GET /companies/overview/pdf': apart('It draws what GET /companies/overview answers.'),
  'GET /companies/profile': apart(COMPANY, '/companies/profile'),
  'POST /companies/register': apart(CALLER),
  'GET /companies/user/:id': { because: COMPANY, asks: ({ viewer }) => [`/companies/user/${viewer}`] },
  'GET /company/profile': apart(COMPANY, '/company/profile'),
  'GET /compliance/fields': apart(PLATFORM, '/compliance/fields'),
  'GET /compliance/run': {
    because: 'It has the companies alone in which the caller records, and a viewer records nowhere.',
    asks: ({ shown }) => [`/compliance/run?itemId=${shown}&forDate=2026-11-15`],
  },
  'POST /compliance/run/match': apart('It reads the caller’s own staged files, and a viewer stages none.'),
  'POST /compliance/run': apart('It records, which a viewer may nowhere.'),
  'GET /establishments': apart(COMPANY, '/establishments'),
  'GET /extensions': apart(PLATFORM, '/extensions'),
  'GET /holidays': apart(COMPANY, '/holidays'),
  'GET /late-cost': apart(PLATFORM, '/late-cost?ruleKey=epf-interest&amount=1000&dueOn=2026-11-15'),
  'GET /law/changes': apart(PLATFORM, '/law/changes'),
  'GET /law/codes': apart(COMPANY, '/law/codes'),
  'GET /events/kinds': apart('It is what may happen in any company, and what the law asks for then.', '/events/kinds'),
  'POST /handovers/:id/accept': apart(OWNERS),
  'POST /handovers/:id/decline': apart(OWNERS),
  'GET /hr-format': apart(PLATFORM, '/hr-format'),
  'GET /hr-format/download/:id': apart(PLATFORM),
  'POST /imports/companies': apart(CALLER),
  'GET /imports/companies/template': apart(PLATFORM),
  'POST /invitations/accept': apart(CALLER),
  'GET /imports/company/people': {
    because: 'It names who recorded or checked what the viewer sees, and ids of these records.',
    asks: ({ shown }) => ['/imports/company/people', `/imports/company/people?item=${shown}`],
  },
  'GET /live': apart('It says that something changed, and never what.'),
  'GET /members': apart('It is about people, whom viewers of any scope are told.', '/members'),
  'POST /members/leave': apart(CALLER),
  'GET /memberships': apart(CALLER, '/memberships'),
  'GET /notifications/preferences': apart(CALLER, '/notifications/preferences'),
  'PUT /notifications/preferences': apart(CALLER),
  'DELETE /notifications/preferences': apart(CALLER),
  'POST /notifications/address/try-again': apart(CALLER),
  'GET /sent': apart('It is what was mailed to the caller, whose mails were narrowed when they were written.', '/sent'),
  'GET /passkeys': apart(CALLER, '/passkeys'),
  'POST /passkeys': apart(CALLER),
  'DELETE /passkeys/:id': apart(CALLER),
  'PATCH /passkeys/:id': apart(CALLER),
  'POST /passkeys/options': apart(CALLER),
  'POST /passkeys/recovery-codes': apart(CALLER),
  'GET /payments': apart(CALLER, '/payments'),
  'POST /payments/create-order': apart(CALLER),
  'GET /payments/order/:orderId': apart(CALLER),
  'GET /payments/receipts/:number': apart(CALLER),
  'POST /plans/downgrade': apart(CALLER),
  'POST /plans/upgrade': apart(CALLER),
  'DELETE /users/profile': apart(CALLER),
  'GET /users/profile': apart(CALLER, '/users/profile'),
  'PUT /users/profile': apart(CALLER),
  'PUT /users/profile/away': apart(CALLER),
  'GET /users/profile/data': apart(
    'It is what the caller did themselves, which stays theirs; of a company it has what others than viewers are given.',
    '/users/profile/data',
  ),
  'PUT /users/profile/password': apart(CALLER),
  'DELETE /users/profile/sessions': apart(CALLER),
  'GET /users/profile/sessions': apart(CALLER, '/users/profile/sessions'),
  'DELETE /users/profile/sessions/:id': apart(CALLER),
};
