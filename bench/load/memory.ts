import { z } from 'zod';
import { startServer } from '../bench-server.ts';
import type { BenchPostgres, Figure } from '../figure.ts';
import { addAccounts, PASSWORD } from './accounts.ts';
import { everyday, type SignedIn, seedViewers } from './everyday.ts';
import { type Ask, Loader } from './open-loop.ts';

/** Requests a second: a load that the machine hardly notices, so that what grows is no queue. */
const RATE = 10;

const ACCOUNTS = 500;
const SAMPLE_MS = 10_000;

/** The part of the time in which a server comes to its size: caches fill, code is compiled. */
const WARM_UP = 0.25;

/** A minute that is argued by `npm run bench -- memory 10`. */
const MINUTES = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 10);

const Memory = z.object({ heapUsed: z.number(), rss: z.number(), external: z.number() });
type Sample = z.infer<typeof Memory> & { readonly minutes: number };

/**
 * Measures what a server's memory does in ten minutes of a steady load of everything: lists, 304s, profiles, writes,
 * sign-ins that succeed and fail, live streams that come and go, and callers who leave before their answer. The heap is
 * read after a full collection.
 */
export async function measureMemory(postgres: BenchPostgres): Promise<Figure[]> {
  const viewers = await seedViewers(postgres.database);
  const emails = await addAccounts(postgres.database, ACCOUNTS);
  const env = { DATABASE_URL: postgres.databaseUrl, LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' };
  await using server = await startServer('../apps/server/src/main.ts', env, ['--expose-gc']);
  const loader = new Loader(server.port);
  const next = everything(await everyday(postgres.database, viewers), viewers, emails);
  const samples: Sample[] = [];
  const began = performance.now();
  while (performance.now() - began < MINUTES * 60_000) {
    const outcome = await loader.openLoop(next, { rate: RATE, ms: SAMPLE_MS });
    const sample = { ...Memory.parse(await server.readMemory()), minutes: (performance.now() - began) / 60_000 };
    samples.push(sample);
    const mb = (bytes: number) => (bytes / 1_048_576).toFixed(1);
    console.error(
      `${sample.minutes.toFixed(1)} min`,
      `heap ${mb(sample.heapUsed)}`,
      `rss ${mb(sample.rss)}`,
      outcome.describe(),
    );
  }
  loader.close();
  const steady = samples.filter(({ minutes }) => minutes >= MINUTES * WARM_UP);
  return [
    {
      target: `the last third of ${MINUTES} minutes of everything, ${RATE} requests a second`,
      floor: 'the third after the first quarter, in which the server comes to its size',
      measures: [
        compare('MB of heap after a collection', steady, ({ heapUsed }) => heapUsed),
        compare('MB of buffers', steady, ({ external }) => external),
        compare('MB resident', steady, ({ rss }) => rss),
        slope('heap: MB a minute', steady, ({ heapUsed }) => heapUsed),
        slope('resident: MB a minute', steady, ({ rss }) => rss),
      ],
    },
  ];
}

/** Of twenty requests sixteen of an everyday mix; the others are what only some do. */
function everything(everydays: () => Ask, viewers: readonly SignedIn[], emails: readonly string[]): () => Ask {
  let turn = 0;
  return () => {
    const kind = turn++ % 20;
    const headers = viewers[turn % viewers.length]?.headers ?? {};
    const from = { 'X-Forwarded-For': `198.51.${(turn >> 8) % 256}.${turn % 256}` };
    const email = emails[turn % emails.length];
    // A tab that is closed after a while, and callers who don't wait for their answer.
    if (kind === 0) return { method: 'GET', path: '/api/live', headers, leavesAfterMs: 2_000 };
    if (kind === 1) return { method: 'GET', path: '/api/compliance/data', headers, leavesAfterMs: 3 };
    if (kind === 2 && turn % 40 === 3) {
      const password = turn % 80 === 3 ? PASSWORD : 'Wrong-horse-9';
      return { method: 'POST', path: '/api/auth/login', headers: from, body: { email, password } };
    }
    if (kind === 3) return { method: 'GET', path: '/api/users/profile', headers: { Authorization: 'Bearer nobody' } };
    return everydays();
  };
}

const MEGABYTE = 1_048_576;

function compare(name: string, samples: readonly Sample[], read: (sample: Sample) => number) {
  const third = Math.floor(samples.length / 3);
  const [floor, target] = [samples.slice(0, third), samples.slice(-third)].map((some) => median(some.map(read)));
  const [before, after] = [(floor ?? Number.NaN) / MEGABYTE, (target ?? Number.NaN) / MEGABYTE];
  return { name, target: after, floor: before, ratio: before / after };
}

/** The slope of the straight line through all samples, by least squares. */
function slope(name: string, samples: readonly Sample[], read: (sample: Sample) => number) {
  const x = mean(samples.map(({ minutes }) => minutes));
  const y = mean(samples.map(read));
  const covariance = samples.reduce((sum, sample) => sum + (sample.minutes - x) * (read(sample) - y), 0);
  const variance = samples.reduce((sum, { minutes }) => sum + (minutes - x) ** 2, 0);
  return { name, target: covariance / variance / MEGABYTE, floor: 0, ratio: Number.NaN };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
