import type pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from '../../../test/harness.ts';

/** A connection in a transaction, in which waiting for anybody is an error. */
export async function begin(server: TestApp): Promise<pg.PoolClient & AsyncDisposable> {
  const client = await server.owner.connect();
  await client.query('begin');
  await client.query(`set local lock_timeout = '200ms'`);
  return Object.assign(client, {
    [Symbol.asyncDispose]: async () => {
      await client.query('rollback');
      client.release();
    },
  });
}

/** Does something once, right after a statement was run that has a text in it, and before its result is known. */
export function rightAfter(server: TestApp, part: string, work: () => Promise<unknown>): void {
  const { pool } = server.services.database;
  const run = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  let isDone = false;
  vi.spyOn(pool, 'query').mockImplementation((async (...asked: unknown[]) => {
    const result = await run(...asked);
    if (!isDone && JSON.stringify(asked[0]).includes(part)) {
      isDone = true;
      await work();
    }
    return result;
  }) as typeof pool.query);
}
