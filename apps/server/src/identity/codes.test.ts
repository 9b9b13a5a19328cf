import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mistype, readCode } from '../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { addPerson } from '../../test/people.ts';
import { mailCode, storeCode } from './code-asking.ts';
import { checkCode, useCode } from './codes.ts';

let server: TestApp;

const browser = { stepToken: 'a'.repeat(43), address: '203.0.113.7' };

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

test('a code that was replaced between its check and its use is void', async () => {
  const { db } = server.services.database;
  const { userId, email, otp } = await mailSignInCode();
  const old = await checkCode(server.services, { purpose: 'login', email, otp, browser });
  await mailTo(userId, email);
  const expired = { code: 'unauthenticated', message: 'OTP has expired. Please request a new one.' };
  await expect(db.transaction().execute((trx) => useCode(trx, old))).rejects.toMatchObject(expired);
  const next = await readCode(server, email);
  const right = await checkCode(server.services, { purpose: 'login', email, otp: next, browser });
  await db.transaction().execute((trx) => useCode(trx, right));
});

test('two tries at the same moment count one after the other, so that only one is the fifth', async () => {
  const { db } = server.services.database;
  const { userId, email, otp } = await mailSignInCode();
  await db.updateTable('one_time_codes').set({ wrong_tries: 4 }).where('user_id', '=', userId).execute();
  const typed = { purpose: 'login', email, otp: mistype(otp), browser } as const;
  const tries = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('one_time_codes').select('user_id').where('user_id', '=', userId).forUpdate().execute();
    const begun = Promise.allSettled([1, 2].map(() => checkCode(server.services, typed)));
    await vi.waitFor(async () => expect(await countWaiting()).toBe(2), { timeout: 5_000 });
    return { begun };
  });
  const results = await tries.begun;
  const reasons = results.map((result) => (result.status === 'rejected' ? result.reason.message : 'accepted'));
  expect(reasons.sort()).toEqual(['Invalid OTP. Please try again.', 'OTP has expired. Please request a new one.']);
});

async function mailSignInCode() {
  const { services } = server;
  const { userId } = await addPerson(services);
  const email = `${userId}@example.in`;
  await mailTo(userId, email);
  return { userId, email, otp: await readCode(server, email) };
}

async function mailTo(userId: string, email: string): Promise<void> {
  const { services } = server;
  const mailed = await mailCode(services, { purpose: 'login', email });
  await services.database.db.transaction().execute((trx) => storeCode(trx, userId, mailed, browser));
}

/** The number of connections to this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.services.database.db);
  return rows[0]?.waiting ?? 0;
}
