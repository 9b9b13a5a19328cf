import { randomUUIDv7 } from 'node:crypto';
import type { ContactMessage, NewContactMessage } from '@anupalan/contract/contact';
import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { handledAt } from '../enquiries/queries.ts';
import { composeContactMail, composeContactReceipt } from './emails.ts';
import { presentContactMessage } from './present.ts';
import { messageNotFound } from './queries.ts';

/** Keeps a message and queues its mails: one to support, and a receipt to the sender (R-enquiries-11). */
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

/** Marks a message as handled or open; marking it again changes nothing (R-enquiries-12). @throws AppError not-found */
export function markContactMessage(db: Kysely<DB>, by: Session, id: string, handled: boolean): Promise<ContactMessage> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('contact_messages')
      .set({ handled_at: handledAt(handled) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(messageNotFound);
    await recordAudit(trx, by, { noun: 'contact', verb: 'update', id, details: { handled } });
    return presentContactMessage(row);
  });
}

/** Deletes a message (R-enquiries-12). @throws AppError not-found */
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

/** Deletes the messages that came so many days ago or earlier (R-enquiries-14). */
export async function deleteOldContactMessages(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('contact_messages')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

/** Deletes the messages from the address of an erased user (R-users-22). */
export async function forgetContactMessages(trx: Transaction<DB>, address: string): Promise<void> {
  await trx.deleteFrom('contact_messages').where('email', '=', address).execute();
}
