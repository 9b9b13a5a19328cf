import { todayInIndia } from '@anupalan/domain/calendar-day';
import { cleanUp } from '../../apps/server/src/features/auth/commands-clean-up.ts';
import { deleteOldData } from '../../apps/server/src/features/privacy/commands-delete-old.ts';
import { foldItemTallies } from '../../apps/server/src/features/status-history/commands-tallies.ts';
import { listOver } from '../../apps/server/src/features/subscriptions/commands-expire.ts';
import { listEnding } from '../../apps/server/src/features/subscriptions/commands-remind.ts';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';

/** Companies whose people call, spread evenly over all. */
const CALLERS = 20;

/** The seeded administrator's number; people have that of their company. */
const ADMIN = 0;

/** A seeded database. */
interface Grown {
  readonly companies: number;
  readonly database: Pick<Database, 'db' | 'pool'>;
}

interface Where {
  readonly postgres: Grown;
  readonly url: string;
}

/** A call, or a job, that is measured: `begin` prepares a turn and gives the function that makes it once. */
export interface GrowthCall {
  readonly name: string;
  /** Tables that it has to read as a whole, or to look through; empty unless it is said. */
  readonly readsAll?: readonly string[];
  /** What the planner may expect of it, in its unit, where that is more than of other calls. */
  readonly mayCost?: number;
  readonly begin: (where: Where) => Promise<(turn: number) => Promise<void>>;
}

const uuid = (kind: number, n: number) => `${kind}0000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** The number of a premium user's company. */
function callerOf({ companies }: Grown, turn: number): number {
  return Math.floor(((turn % CALLERS) * companies) / CALLERS / 10) * 10 + 1;
}

async function send(
  url: string,
  caller: number,
  init: { method?: string; body?: unknown; tag?: string } = {},
): Promise<Response> {
  const { method = 'GET', body, tag } = init;
  const response = await fetch(url, {
    method,
    headers: {
      Authorization: `Bearer token-${caller}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(tag && { 'If-None-Match': tag }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  if (response.status === 503) {
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // the machine is busy with something else
    return send(url, caller, { method, body, ...(tag && { tag }) });
  }
  if (!response.ok && response.status !== 304) throw new Error(`${method} ${url} answered ${response.status}`);
  return response;
}

/** A call by a person of each company in turn. */
function ofPeople(path: string): GrowthCall {
  return {
    name: `GET ${path}`,
    begin: async ({ postgres, url }) => {
      const item = await findItem(postgres);
      return async (turn) => void (await send(url + path.replace(':id', item), callerOf(postgres, turn)));
    },
  };
}

function ofAdministrator(path: string, readsAll: readonly string[] = []): GrowthCall {
  return {
    readsAll,
    name: `GET ${path} (administrator)`,
    begin: async ({ postgres, url }) => {
      const item = await findItem(postgres);
      const filled = path.replace(':id', item).replace(':user', uuid(2, callerOf(postgres, 3)));
      return async () => void (await send(url + filled, ADMIN));
    },
  };
}

/** A write about another day each time, by a person of each company in turn. */
function writes(
  name: string,
  method: string,
  path: string,
  bodyOf: (userId: string, day: string) => object,
): GrowthCall {
  return {
    name: `${method} ${name}`,
    begin: async ({ postgres, url }) => {
      const item = await findItem(postgres);
      const from = Math.floor(Math.random() * 300);
      return async (turn) => {
        const caller = callerOf(postgres, turn);
        const day = todayInIndia(Temporal.Now.instant()).subtract({ days: from + (Math.floor(turn / CALLERS) % 60) });
        await send(url + path.replace(':id', item), caller, { method, body: bodyOf(uuid(2, caller), `${day}`) });
      };
    },
  };
}

/** A second reading of the tracker, by who has the answer of the first. */
const again: GrowthCall = {
  name: 'GET /api/compliance/data, unchanged',
  begin: async ({ postgres, url }) => {
    const tags = await Promise.all(
      Array.from({ length: CALLERS }, async (_, turn) => {
        const response = await send(`${url}/api/compliance/data`, callerOf(postgres, turn));
        return response.headers.get('etag') ?? '';
      }),
    );
    return async (turn) => {
      await send(`${url}/api/compliance/data`, callerOf(postgres, turn), { tag: tags[turn % CALLERS] ?? '' });
    };
  },
};

function job(name: string, run: (postgres: Grown) => Promise<unknown>): GrowthCall {
  return {
    name: `the job ${name}`,
    begin:
      async ({ postgres }) =>
      async () =>
        void (await run(postgres)),
  };
}

async function findItem({ database }: Grown): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>('select id from compliance_items order by id limit 1');
  return rows[0]?.id ?? '';
}

/** The planner's expectation of everybody's newest entries of each item, with their records. */
const OF_EVERYBODY = 200_000;

const MONTH_AGO = todayInIndia(Temporal.Now.instant()).subtract({ months: 1 });

export const CALLS: readonly GrowthCall[] = [
  ofPeople('/api/activity'),
  ofPeople('/api/compliance/data'),
  again,
  ofPeople('/api/compliance/data/:id/status-history'),
  ofPeople('/api/compliance/reminders'),
  ofPeople('/api/compliance/may-apply'),
  ofPeople('/api/compliance/does-not-apply'),
  ofPeople('/api/facts'),
  ofPeople('/api/establishments'),
  ofPeople('/api/users/profile'),
  ofPeople('/api/memberships'),
  ofPeople('/api/users/profile/sessions'),
  ofPeople('/api/companies/profile'),
  ofPeople('/api/members'),
  ofPeople('/api/invitations'),
  ofPeople('/api/handovers'),
  ofPeople('/api/payments'),
  writes('/api/compliance/data/{id}/status', 'PATCH', '/api/compliance/data/:id/status', (userId, forDate) => ({
    userId,
    status: 'done',
    forDate,
    note: 'Filed',
  })),
  { ...ofAdministrator('/api/compliance/data'), mayCost: OF_EVERYBODY },
  {
    ...ofAdministrator(`/api/compliance/data?from=${MONTH_AGO}&to=${MONTH_AGO.add({ months: 1 })}`),
    mayCost: OF_EVERYBODY,
  },
  ofAdministrator('/api/compliance/data?userId=:user'),
  ofAdministrator('/api/compliance/data/:id/status-history'),
  ofAdministrator('/api/users'),
  ofAdministrator('/api/users?role=premium&status=active&page=2'),
  ofAdministrator('/api/users?search=person77', ['users']),
  ofAdministrator('/api/users?search=example.in', ['users']),
  ofAdministrator('/api/audit-log'),
  ofAdministrator('/api/audit-log?action=auth.sign-in&page=3'),
  ofAdministrator('/api/contact/messages'),
  ofAdministrator('/api/contact/messages?status=handled'),
  ofAdministrator('/api/contact/job-postings'),
  ofAdministrator('/api/payments/user/:user'),
  job('fold-item-tallies', ({ database: { db } }) => foldItemTallies(db)),
  job('end-unpaid-plans', ({ database: { db } }) => listOver(db, Temporal.Now.instant())),
  job('remind-of-renewal (a batch)', ({ database: { db } }) => listEnding(db, Temporal.Now.instant())),
  job('clean-up-accounts', ({ database: { db } }) => cleanUp(db)),
  job('delete-old-data', ({ database: { db } }) => deleteOldData(db, console)),
];
