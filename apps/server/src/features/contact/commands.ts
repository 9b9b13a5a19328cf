import { randomUUIDv7 } from 'node:crypto';
import type { ContactMessage, NewContactMessage } from '@anupalan/contract/contact';
import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import type { Session } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { composeContactMail, composeContactReceipt } from './emails.ts';
import { presentContactMessage } from './present.ts';
import { messageNotFound } from './queries.ts';

/** Keeps a message and has it mailed to those who answer; its sender is told that it came. */
export async function keepContactMessage({ database, jobs, config }: Services, form: NewContactMessage): Promise<void> {
  const mails = [await composeContactMail(form, config), await composeContactReceipt(form.email)];
  await database.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('contact_messages')
      .values({ id: randomUUIDv7(), ...form })
      .execute();
    for (const mail of mails) await enqueueMail(trx, jobs, mail);
  });
}

/** Says whether somebody has taken care of a message; again it changes nothing. @throws AppError not-found */
export function markContactMessage(db: Kysely<DB>, by: Session, id: string, handled: boolean): Promise<ContactMessage> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('contact_messages')
      .set({ handled_at: handled ? sql<Date>`coalesce(handled_at, now())` : null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(messageNotFound);
    await recordAudit(trx, by, { noun: 'contact', verb: 'update', id, details: { handled } });
    return presentContactMessage(row);
  });
}

/** @throws AppError not-found */
export async function removeContactMessage(db: Kysely<DB>, by: Session, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('contact_messages')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(messageNotFound);
    await recordAudit(trx, by, { noun: 'contact', verb: 'delete', id });
  });
}

/** Erases what was sent from an address, whose owner is erased. */
export async function forgetContactMessages(trx: Transaction<DB>, address: string): Promise<void> {
  await trx.deleteFrom('contact_messages').where('email', '=', address).execute();
}
