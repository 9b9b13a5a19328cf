import { startServer } from '../bench-server.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { addAccounts, PASSWORD } from './accounts.ts';
import { type SignedIn, seedViewers } from './everyday.ts';
import { type Ask, Loader, type Outcome } from './open-loop.ts';

const ACCOUNTS = 2_000;
/** Sign-ins a second: some ten times what two cores can hash. */
const STORM = 300;

/** Light calls a second. */
const CALLS = 60;

const TURNS = 3;
const MS = 6_000;

interface Load {
  readonly calls: Outcome;
  readonly signIns: Outcome | null;
}

/**
 * Measures light calls (a profile, an unchanged list) alone and during a storm of sign-ins from everywhere, half of them
 * with a wrong password, in turns.
 */
export async function measureSignInStorm(postgres: BenchPostgres): Promise<Figure[]> {
  const viewers = await seedViewers(postgres.database);
  const emails = await addAccounts(postgres.database, ACCOUNTS);
  await using server = await startServer('../apps/server/src/main.ts', {
    DATABASE_URL: postgres.databaseUrl,
    LOG_LEVEL: 'info',
    TRUST_PROXY: 'loopback',
  });
  const loader = new Loader(server.port);
  const next = lightCalls(viewers);
  const signIns = signInsOf(emails);
  const load = async (isStormy: boolean): Promise<Load> => {
    const storm = isStormy ? loader.openLoop(signIns, { rate: STORM, ms: MS }) : null;
    const calls = await loader.openLoop(next, { rate: CALLS, ms: MS });
    return { calls, signIns: await storm };
  };
  // What is measured is a storm, not the first second of the first one: its connections and threads are there.
  await loader.connect(STORM);
  await load(true);
  const turns: Turn<Load>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const floor = await load(false);
    const target = await load(true);
    turns.push({ floor, target });
    console.error('alone', floor.calls.describe(), 'in the storm', target.calls.describe());
    console.error('sign-ins', target.signIns?.describe());
  }
  loader.close();
  const less = { more: false };
  return [
    {
      target: `light calls during a storm of ${STORM} sign-ins a second`,
      floor: 'light calls alone',
      measures: [
        measure('ms of a call, half within', turns, ({ calls }) => calls.quantile(0.5), less),
        measure('ms of a call, 99 of 100 within', turns, ({ calls }) => calls.quantile(0.99), less),
        measure('calls that were not served', turns, ({ calls }) => calls.refused + calls.failed, less),
        measure('sign-ins judged a second', turns, ({ signIns: them }) => judged(them), { more: true }),
        measure('sign-ins refused a second', turns, ({ signIns: them }) => ((them?.refused ?? 0) * 1_000) / MS, less),
        measure('ms of a sign-in, 99 of 100 within', turns, ({ signIns: them }) => them?.quantile(0.99) ?? 0, less),
      ],
    },
  ];
}

/** Right passwords that were served and wrong ones that were told so, a second. */
function judged(signIns: Outcome | null): number {
  if (!signIns) return 0;
  return ((signIns.served.length + (signIns.failures.get('status 401') ?? 0)) * 1_000) / MS;
}

function lightCalls(viewers: readonly SignedIn[]): () => Ask {
  let turn = 0;
  const tags = new Map<number, string>();
  return () => {
    const of = turn++ % viewers.length;
    const headers = viewers[of]?.headers ?? {};
    if (turn % 2 === 0) return { method: 'GET', path: '/api/users/profile', headers };
    return {
      method: 'GET',
      path: '/api/users/profile',
      headers: { ...headers, 'If-None-Match': tags.get(of) ?? '' },
      answered: (_status, etag) => tags.set(of, etag ?? ''),
    };
  };
}

/** Sign-ins to one account after the other, each from an address of its own. */
function signInsOf(emails: readonly string[]): () => Ask {
  let turn = 0;
  return () => {
    const email = emails[turn % emails.length];
    const address = `198.51.${(turn >> 8) % 256}.${turn % 256}`;
    const password = turn++ % 2 === 0 ? PASSWORD : 'Wrong-horse-9';
    return {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'X-Forwarded-For': address },
      body: { email, password },
    };
  };
}
