import type { MessageKindName } from '@anupalan/contract/telling/messages';
import type { Email } from 'postal-mime';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { startSmtp, type TestSmtp } from '../../../test/smtp.ts';
import { createSmtpMailer, type Mailer } from '../../platform/mail/mailer.ts';
import { queueMessages } from './commands.ts';
import { createMessageJobs } from './jobs.ts';
import type { MessageKind, NewMessage } from './kinds.ts';

export const START = Temporal.Instant.from('2026-11-23T02:30:00Z');

/** What a test says. */
interface Said {
  now: Temporal.Instant;
  /** What the mail server says to recipients and to mails; null takes them. */
  judge: (address: string) => Error | null;
  judgeMail: (mail: Email) => Error | null | Promise<null>;
}

/** A server with a mail server, each of which does what a test says. */
export interface Delivering extends Said {
  readonly server: TestApp;
  readonly smtp: TestSmtp;
  /** What mail goes through. */
  mailer: Mailer;
  person: Person;
  /** Makes messages to the person, by their keys. */
  queue(...rows: (Partial<NewMessage> & { key: string })[]): Promise<number>;
  /** Runs the job as some instances do at the same moment, which know nothing of what others did before. */
  deliver(options?: { instances?: number; batch?: number }): Promise<void>;
  readMessages(): Promise<{ key: string; state: string; error: string | null; tries: number }[]>;
  /** The subjects of the mails that were taken, in order. */
  subjects(): (string | undefined)[];
  /** Seconds until the next try of each message that waits. */
  readPauses(): Promise<number[]>;
  /** Makes some seconds pass in which workers didn't say that they still work on what they took. */
  fallSilent(seconds: number): Promise<void>;
  /** Until when workers have what they took, in milliseconds. */
  readTaken(): Promise<number[]>;
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** Says its key; keys that begin with `silent` have nothing left to say, and `broken` ones can't be written. */
function kindOf(kind: MessageKindName): MessageKind {
  return {
    kind,
    compose: async (messages) => {
      if (messages.some(({ key }) => key.startsWith('broken'))) throw new Error('broken');
      const spoken = messages.filter(({ key }) => !key.startsWith('silent'));
      return new Map(
        spoken.map(({ id, key }) => [id, { subject: key, preview: key, heading: key, blocks: [`${key}: ESI is due`] }]),
      );
    },
  };
}

export const KINDS = [kindOf('digest'), kindOf('custom'), kindOf('trial')];

export async function startDelivering(): Promise<Delivering> {
  const said: Said = { now: START, judge: () => null, judgeMail: () => null };
  const smtp = await startSmtp(
    async (mail) => {
      const fault = await said.judgeMail(mail);
      if (fault) throw fault;
    },
    (address) => said.judge(address),
  );
  const working = createSmtpMailer(smtp.url, 'Anupalan <no-reply@anupalan.example.in>');
  const server = await startTestApp({
    now: () => said.now,
    env: { PUBLIC_URL: 'https://anupalan.example.in', SMTP_URL: smtp.url },
    mailer: { deliver: (mail, signal) => world.mailer.deliver(mail, signal), close: () => {} },
  });
  const world: Delivering = Object.assign(said, {
    server,
    smtp,
    mailer: working,
    person: await addPerson(server.services),
    queue: (...rows) => {
      const { userId } = world.person;
      const message = { userId, workspaceId: null, channel: 'mail', kind: 'digest', about: {} } as const;
      const { db } = server.services.database;
      const all = rows.map((row) => ({ ...message, sendAfter: world.now, ...row }));
      return db.transaction().execute((trx) => queueMessages(trx, all));
    },
    deliver: async ({ instances = 1, batch = 100 } = {}) => {
      const jobs = Array.from({ length: instances }, () => createMessageJobs(server.services, KINDS, { batch }));
      await Promise.all(jobs.flat().map((job) => job.run({})));
    },
    readMessages: async () => {
      const { rows } = await server.owner.query('select key, state, error, tries from messages order by key');
      return rows;
    },
    subjects: () => smtp.received.map(({ mail }) => mail.subject).sort(),
    readPauses: async () => {
      const { rows } = await server.owner.query<{ pause: number }>(
        `select extract(epoch from send_after - $1::timestamptz)::float8 as pause from messages where state = 'waiting'`,
        [world.now.toString()],
      );
      return rows.map(({ pause }) => pause);
    },
    fallSilent: async (seconds) => {
      await server.owner.query('update messages set taken_until = taken_until - make_interval(secs => $1)', [seconds]);
    },
    readTaken: async () => {
      const { rows } = await server.owner.query<{ taken_until: Date }>(
        'select taken_until from messages where taken_until is not null',
      );
      return rows.map(({ taken_until }) => taken_until.getTime());
    },
    begin: async () => {
      Object.assign(world, { now: START, judge: () => null, judgeMail: () => null, mailer: working });
      await server.owner.query('truncate messages, unreachable_addresses, message_preferences');
      smtp.received.length = 0;
      world.person = await addPerson(server.services);
    },
    close: async () => {
      working.close();
      await server.close();
      await smtp.close();
    },
  } satisfies Omit<Delivering, keyof Said>);
  return world;
}
