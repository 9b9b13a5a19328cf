import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { queueMessages } from '../../apps/server/src/features/messages/commands.ts';
import { MESSAGES_AT_ONCE } from '../../apps/server/src/platform/mail/mailer.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { copyDatabase } from '../../apps/server/test/copy-database.ts';
import { addPerson } from '../../apps/server/test/people.ts';
import { startSmtp, type TestSmtp } from '../../apps/server/test/smtp.ts';

/*
 * An instance that delivers messages is killed at random moments, and another one begins. Every message arrives, and one
 * that arrives twice is the same (R-messages-4). `DELIVERY_KILLS` prolongs it.
 */

const KILLS = Number(process.env.DELIVERY_KILLS ?? 3);

/** Mails between the start of an instance and its death, at most. */
const MOST_MAILS = 40;

const MAIN = path.join(import.meta.dirname, 'deliver-main.ts');

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
let smtp: TestSmtp;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  smtp = await startSmtp();
});

afterAll(async () => {
  await smtp.close();
  await database.close();
  await copy.drop();
});

test(
  `${KILLS} kills at random moments: every message arrives, and those that arrive twice are the same`,
  async () => {
    const { userId } = await addPerson({ database });
    const keys: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      // However many the last one sent before its end was noticed, there are enough for the next one.
      keys.push(...(await queue(userId, keys.length, MOST_MAILS)));
      const child = start();
      const enough = smtp.received.length + 1 + Math.floor(Math.random() * MOST_MAILS);
      await arrive(() => smtp.received.length >= enough);
      await end(child);
    }
    const last = start();
    await arrive(async () => (await countWaiting()) === 0);
    await end(last);
    const arrived = Map.groupBy(smtp.received, ({ mail }) => mail.messageId);
    expect([...arrived.values()].map(([first]) => first?.mail.subject).sort()).toEqual(keys);
    const ids = await database.db.selectFrom('messages').select('id').where('state', '=', 'sent').execute();
    expect([...arrived.keys()].sort()).toEqual(ids.map(({ id }) => `<${id}@localhost>`).sort());
    // Twice is what was under way when its instance died, at most.
    expect(smtp.received.length - keys.length).toBeLessThanOrEqual(KILLS * MESSAGES_AT_ONCE);
  },
  KILLS * 120_000 + 150_000,
);

async function queue(userId: string, from: number, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, number) => `message ${String(from + number).padStart(6, '0')}`);
  const message = { userId, workspaceId: null, channel: 'mail', kind: 'digest', about: {} } as const;
  const sendAfter = Temporal.Now.instant();
  await database.db.transaction().execute((trx) =>
    queueMessages(
      trx,
      keys.map((key) => ({ ...message, key, sendAfter })),
    ),
  );
  return keys;
}

function start(): ChildProcess {
  return spawn(process.execPath, [MAIN, copy.url, smtp.url], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Waits until something has arrived: by the run of the next minute, if all is another's that is gone; on a slow machine. */
async function arrive(isThere: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(isThere, { timeout: 150_000, interval: 5 });
}

async function countWaiting(): Promise<number> {
  const { waiting } = await database.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return waiting;
}
