import { vi } from 'vitest';
import type { TestApp } from './harness.ts';

/** Makes calls while some SQL holds what they need, and lets it commit once all of them wait for it. @returns their answers */
export async function callWhileHeld<T>(
  { services: { database } }: TestApp,
  [text, ...values]: readonly [sql: string, ...values: unknown[]],
  call: () => readonly Promise<T>[],
): Promise<T[]> {
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    // What holds may be a change of the catalogue.
    await holder.query(`set local anupalan.changes = 'catalogue'`);
    await holder.query(text, values);
    const answers = call();
    await untilWaiting(database, answers.length);
    await holder.query('commit');
    return await Promise.all(answers);
  } finally {
    holder.release(true);
  }
}

/** Waits until so many calls wait for what somebody holds. */
export async function untilWaiting({ pool }: TestApp['services']['database'], calls: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows.length !== calls) throw new Error(`${rows.length} of ${calls} calls wait`);
    },
    { interval: 5, timeout: 5_000 },
  );
}
