import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { listJobs } from '../../compose.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

export let server: TestApp;

/** The moment that the server's clock says. */
let clock = Temporal.Instant.from('2026-11-23T02:30:00Z');

/** The mails that were handed over since they were looked at. */
let mails: Mail[] = [];

/** A server of the file whose clock stands, and whose mails are kept. */
export function beginWithClock(): void {
  beforeAll(async () => {
    const mailer = { deliver: async (mail: Mail) => void mails.push(mail), close: () => {} };
    server = await startTestApp({ now: () => clock, mailer });
  });
  afterAll(() => server.close());
}

/** Sets the clock to a time of a day in India. */
export function setClock(day: string, time = '08:00'): void {
  clock = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Asia/Kolkata').toInstant();
}

async function run(queue: string): Promise<void> {
  const job = listJobs(server.services).find((one) => one.queue === queue);
  if (!job) throw new Error(`There is no job ${queue}`);
  await job.run({});
}

/** Plans what is due now. */
export async function plan(): Promise<void> {
  await run('plan-digests');
  await run('plan-reminders');
}

/** Hands over what is due now. @returns the mails */
export async function deliver(): Promise<Mail[]> {
  mails = [];
  await run('deliver-messages');
  return mails;
}

/** Plans what is due now and hands it over. @returns the mails */
export async function tell(): Promise<Mail[]> {
  await plan();
  return deliver();
}
