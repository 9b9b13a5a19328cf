import { randomUUIDv7 } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../postgres/database.ts';
import type { Mail, Mailer } from './mailer.ts';

/**
 * Notes what becomes of each mail but messages of many, which have rows of their own (R-messages-14). A mail that was
 * handed over stays handed over when that can't be noted: it would go out twice.
 */
export function noteMail(mailer: Mailer, db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Mailer {
  return {
    close: () => mailer.close(),
    deliver: async (mail, signal) => {
      if (mail.message) return mailer.deliver(mail, signal);
      const note = (error: string | null) =>
        noteTry(db, mail, error).catch((err: unknown) => log.warn({ err }, 'what became of a mail was not noted'));
      try {
        await mailer.deliver(mail, signal);
      } catch (error) {
        await note(describeFailure(error));
        throw error;
      }
      await note(null);
    },
  };
}

/** Notes a try; of mail to an address that nobody here has, neither the address nor the subject. */
async function noteTry(db: Db, { id, to, subject }: Mail, error: string | null): Promise<void> {
  const state = error === null ? 'sent' : id === undefined ? 'failed' : 'waiting';
  await sql`
    insert into mail_log (id, user_id, subject, address, state, error)
    select ${id ?? randomUUIDv7()}, person.id, case when person.id is not null then ${subject}::text end,
      person.primary_email, ${state}, ${error}
    from (select ${to.toLowerCase()}::text as address) mail
      left join users person on person.primary_email = mail.address
    on conflict (id) do update
      set state = excluded.state, error = excluded.error, tries = mail_log.tries + 1, tried_at = now()`.execute(db);
}

function describeFailure(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replace(/[^\s<>"']+@[^\s<>"']+/g, '…').slice(0, MOST_CHARACTERS);
}

/** Characters of an answer that are kept. */
const MOST_CHARACTERS = 500;

/** Deletes notes of mails that are so many days old. */
export async function deleteOldMailLog(db: Db, days: number): Promise<void> {
  await sql`delete from mail_log where made_at < now() - make_interval(days => ${days})`.execute(db);
}
