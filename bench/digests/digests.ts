import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { createSmtpMailer } from '../../apps/server/src/platform/mail/mailer.ts';
import { composeWritten } from '../../apps/server/src/platform/mail/written-mail.ts';
import { openDatabase, UNLIMITED } from '../../apps/server/src/platform/postgres/database.ts';
import type { BenchPostgres, Figure } from '../figure.ts';
import { loadItems } from '../items.ts';
import { seedRecipients } from './seed.ts';

/** A day on which nearly everybody has something due. */
const DAY = '2026-12-15';
const ITEMS = 181;

/** Mails that the mailer alone hands over, for the floor. */
const BARE = 5_000;
const AT_ONCE = 10;

const Came = z.object({ mails: z.number(), different: z.number() });
const Outcome = z.object({ plannedMs: z.number(), allMs: z.number(), cpuMs: z.number(), peakMb: z.number() });

/**
 * Measures the digests of a day for so many people, each with a company of 181 obligations, planned, written and handed over
 * by one instance, against the same number of mails of one text that the mailer hands over without any database. The
 * mail server keeps nothing and is a process of its own, as the instance is.
 */
export async function measureDigests(postgres: BenchPostgres, people: number): Promise<Figure[]> {
  const { database } = postgres;
  await loadItems(database, ITEMS);
  const patient = openDatabase(postgres.databaseUrl, fail, UNLIMITED);
  await seedRecipients(patient.pool, { people, day: DAY });
  await patient.close();
  await using sink = await startSink();
  const floorMs = (await handOverBare(sink.url)) * (people / BARE);
  const before = { cpu: postgres.readPostgresCpuMs(), ...(await sink.count()) };
  const { plannedMs, allMs, cpuMs, peakMb } = await runWorker(postgres.databaseUrl, sink.url);
  const { mails, different } = await sink.count();
  const postgresMs = postgres.readPostgresCpuMs() - before.cpu;
  const minutes = (ms: number) => ms / 60_000;
  const measure = (name: string, target: number, floor = Number.NaN) => ({
    name,
    target,
    floor,
    ratio: floor / target,
  });
  return [
    {
      target: `digests of ${people.toLocaleString('en-IN')} people, planned, written and handed over`,
      floor: 'the same number of mails of one text, handed over by the mailer alone',
      measures: [
        measure('minutes', minutes(allMs), minutes(floorMs)),
        measure('minutes until all are planned', minutes(plannedMs)),
        measure('CPU minutes of the instance', minutes(cpuMs)),
        measure('CPU minutes of PostgreSQL', minutes(postgresMs)),
        measure('peak memory of the instance in MB', peakMb),
        measure('people whose mail was lost', people - (different - before.different)),
        measure('mails that came twice', mails - before.mails - (different - before.different)),
      ],
    },
  ];
}

async function runWorker(databaseUrl: string, smtpUrl: string) {
  const program = path.join(import.meta.dirname, 'digest-worker.ts');
  const worker = fork(program, [databaseUrl, smtpUrl, DAY], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('the instance ended')));
  const [outcome] = await Promise.race([once(worker, 'message'), ended]);
  return Outcome.parse(outcome);
}

async function startSink() {
  const sink = fork(path.join(import.meta.dirname, 'smtp-sink.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const hear = async () => (await once(sink, 'message'))[0];
  const port = z.number().parse(await hear());
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: async () => {
      sink.send('mails?');
      return Came.parse(await hear());
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(sink, 'exit');
      sink.disconnect();
      await ended;
    },
  };
}

/** @returns the milliseconds that {@link BARE} mails of one text take */
async function handOverBare(url: string): Promise<number> {
  const mailer = createSmtpMailer(url, 'Anupalan <no-reply@example.in>');
  const content = { subject: '1 due today: ECR', preview: '', heading: '1 due today', html: '<p>ECR</p>', text: 'ECR' };
  const began = performance.now();
  let left = BARE;
  const work = async () => {
    while (left-- > 0) {
      const id = crypto.randomUUID();
      await mailer.deliver({ ...(await composeWritten({ ...content, to: 'asha@example.in' })), message: { id } });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  mailer.close();
  return performance.now() - began;
}

function fail(error: unknown): never {
  throw error;
}
