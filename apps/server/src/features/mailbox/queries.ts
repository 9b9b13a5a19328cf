import { type Mail, MailAttachment } from '@anupalan/contract/mailbox';
import type { Db } from '../../platform/postgres/database.ts';

const NEWEST = 200;

/** The newest 200 mails in the local mailbox, newest first; to one address, or to all (R-mail-1). */
export async function listMailbox(db: Db, to: string | undefined): Promise<Mail[]> {
  const rows = await db
    .selectFrom('outgoing_mail')
    .select(['id', 'to_address', 'subject', 'text', 'html', 'sent_at', 'attachment'])
    .$if(Boolean(to), (query) => query.where('to_address', '=', to ?? ''))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map(({ id, to_address, sent_at, attachment, ...mail }) => ({
    _id: id,
    to: to_address,
    ...mail,
    sentAt: sent_at.toISOString(),
    ...(attachment !== null && { attachment: MailAttachment.parse(attachment) }),
  }));
}
